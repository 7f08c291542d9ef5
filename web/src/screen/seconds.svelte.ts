/** Whole seconds until a moment by performance.now(); null while there is none. Use it where a component begins. */
export function secondsLeft(until: () => number | null): { readonly seconds: number | null } {
  let now = $state(performance.now());
  $effect(() => {
    if (until() === null) return;
    now = performance.now();
    const clock = setInterval(() => (now = performance.now()), 250);
    return () => clearInterval(clock);
  });
  return {
    get seconds() {
      const end = until();
      return end === null ? null : Math.max(0, Math.ceil((end - now) / 1000));
    },
  };
}
