// The history of a device as one file, to keep it elsewhere and to bring it back.
import { isResult, type OwnResult } from "./result";

const FORMAT = "rumpus-history";

export const asFile = (results: readonly OwnResult[]): string =>
  JSON.stringify({ format: FORMAT, v: 1, results }, null, 1);

/** The results in a file; null if it is no such file. */
export function fromFile(text: string): OwnResult[] | null {
  try {
    const found = JSON.parse(text) as { format?: unknown; results?: unknown } | null;
    if (found?.format !== FORMAT || !Array.isArray(found.results)) return null;
    return found.results.filter(isResult).map((one: Partial<OwnResult>) => {
      const mine = one.mine;
      return { ...one, mine: Number.isInteger(mine) && one.players![mine!] ? mine! : null } as OwnResult;
    });
  } catch {
    return null;
  }
}
