// What this device asks the server about circles. The key of the device goes into a header, the secret of a link into a body.
import type {
  BookAdded,
  BookPage,
  BookResult,
  ChangeCircle,
  CircleInvitation,
  CircleJoined,
  CircleView,
  ClearCircle,
  DeviceCode,
  ForgetMember,
  JoinCircle,
  LookCircle,
  OpenCircle,
} from "../wire";
import { get, post, problem, Refusal, shown } from "./api";
import type { KeptCircle } from "./kept-circles";

const ALL = "/api/circles";
const at = ({ id }: KeptCircle, what = ""): string => `${ALL}/${encodeURIComponent(id)}${what}`;

export const openCircle = (ask: OpenCircle): Promise<CircleJoined> => post(ALL, ask);
export const lookAtCircle = (ask: LookCircle): Promise<CircleInvitation> => post(`${ALL}/look`, ask);
export const joinCircle = (ask: JoinCircle): Promise<CircleJoined> => post(`${ALL}/join`, ask);
export const claimCircle = (code: string): Promise<CircleJoined> => post(`${ALL}/claim`, { code });

export const circleView = (circle: KeptCircle): Promise<CircleView> => get(at(circle), circle.key);
export const deviceCode = (circle: KeptCircle): Promise<DeviceCode> => post(at(circle, "/code"), {}, circle.key);
export const bookAfter = (circle: KeptCircle, number: number): Promise<BookPage> =>
  get(at(circle, `/book?after=${number}`), circle.key);
export const addResult = (circle: KeptCircle, result: BookResult): Promise<BookAdded> =>
  post(at(circle, "/results"), result, circle.key);
/** The circle after the change; null if it is no longer open to this device. */
export const changeCircle = (circle: KeptCircle, ask: ChangeCircle): Promise<CircleView | null> =>
  post(at(circle, "/change"), ask, circle.key);
export const clearCircle = (circle: KeptCircle, ask: ClearCircle): Promise<CircleView | null> =>
  post(at(circle, "/clear"), ask, circle.key);

export const forgetMember = (circle: KeptCircle, ask: ForgetMember): Promise<CircleView | null> =>
  post(at(circle, "/forget"), ask, circle.key);

/** The circle as one file. */
export async function exportCircle(circle: KeptCircle): Promise<string> {
  const answer = await fetch(at(circle, "/export"), { headers: shown(circle.key) });
  if (!answer.ok) throw new Refusal(answer.status, await problem(answer));
  return answer.text();
}

/** A new circle from such a file; `member`: which of its members brings it. */
export async function importCircle(text: string, member: string): Promise<CircleJoined> {
  const answer = await fetch(`${ALL}/import?member=${encodeURIComponent(member)}`, { method: "POST", body: text });
  if (!answer.ok) throw new Refusal(answer.status, await problem(answer));
  return (await answer.json()) as CircleJoined;
}
