// Every message brings the whole view. Unchanged parts stay the same objects, so that they are not redrawn.
type Parts = Record<string, unknown>;

/** The same as `after`, made of parts of `before` wherever they are equal. */
export function shared<T>(before: unknown, after: T): T {
  if (equal(before, after)) return before as T;
  if (Array.isArray(after))
    return (Array.isArray(before) ? after.map((one, at) => shared(before[at], one)) : after) as T;
  if (!isParts(before) || !isParts(after)) return after;
  const kept: Parts = {};
  for (const key of Object.keys(after)) kept[key] = shared(before[key], after[key]);
  return kept as T;
}

function equal(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one))
    return Array.isArray(other) && one.length === other.length && one.every((part, at) => equal(part, other[at]));
  if (!isParts(one) || !isParts(other)) return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => key in other && equal(one[key], other[key]));
}

function isParts(one: unknown): one is Parts {
  return typeof one === "object" && one !== null && !Array.isArray(one);
}
