"""Browser contexts that tests use one after the other, so that not every test downloads and compiles the client."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

STORED = "cookies,local_storage,indexeddb,websql,cache_storage"
ONCE = "storage_state"  # the storage of such a context is not empty at its beginning


class Contexts:
    """Hands out contexts by their options; what was given back is handed out again."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[tuple[str, str], list[BrowserContext]] = {}
        self._keys: dict[BrowserContext, tuple[str, str]] = {}  # what was asked for, and the address of the server

    def take(self, base_url: str, **options: Any) -> BrowserContext:
        """A context that nobody else uses."""
        key = (repr(sorted(options.items())), base_url)
        if self._free.get(key):
            return self._free[key].pop()
        context = self._browser.new_context(base_url=base_url, **options)
        if options.get("service_workers") == "block" and ONCE not in options:
            self._keys[context] = key
        return context

    def empty_page(self, context: BrowserContext) -> Page:
        """A page whose storage holds nothing of an earlier test."""
        page = context.new_page()
        if context in self._keys:
            session = context.new_cdp_session(page)
            origin = self._keys[context][1]
            session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": STORED})
            session.detach()
        return page

    def give_back(self, context: BrowserContext) -> None:
        """Close its pages; another test may have it."""
        for page in context.pages:  # what a page still asks for through a test's hands must not fail the next test
            page.unroute_all(behavior="ignoreErrors")
        key = self._keys.get(context)
        if key is None:
            context.close()
            return
        for page in context.pages:
            page.close()
        context.set_offline(False)
        context.clear_permissions()
        self._free.setdefault(key, []).append(context)
