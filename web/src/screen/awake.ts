/** Keeps the screen from going dark while it is shown, where the browser can; gives the way to stop. */
export function keepAwake(): () => void {
  let lock: { release(): Promise<void> } | null = null;
  let over = false;
  const ask = async (): Promise<void> => {
    if (document.visibilityState !== "visible" || over) return;
    try {
      lock = (await navigator.wakeLock?.request("screen")) ?? null; // only with https
      if (over) await lock?.release();
    } catch {
      // the device goes dark when it wants to
    }
  };
  void ask();
  const again = (): void => void ask();
  document.addEventListener("visibilitychange", again);
  return () => {
    over = true;
    document.removeEventListener("visibilitychange", again);
    void lock?.release().catch(() => undefined);
  };
}
