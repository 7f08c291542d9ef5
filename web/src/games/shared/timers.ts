// Named timers of a component: setting one again restarts it, and all of them end with the component.
import { onDestroy } from "svelte";

export type Later = (name: string, ms: number, work: () => void) => void;

/** To be called while a component is set up. */
export function namedTimers(): Later {
  const timers = new Map<string, number>();
  onDestroy(() => timers.forEach((timer) => clearTimeout(timer)));
  return (name, ms, work) => {
    clearTimeout(timers.get(name));
    timers.set(name, window.setTimeout(work, ms));
  };
}
