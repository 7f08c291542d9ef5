// The file of a record that this device keeps, or that the server shows only to this device.
import { shown } from "../net/api";
import { ownKey } from "../net/device-key";
import { keptRecord } from "./disk";

export async function saveRecord(name: string, game: string): Promise<void> {
  const text = (await keptRecord(name)) ?? (await fromServer(name));
  if (text === null) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
  link.download = `${game}.jsonl`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000); // the browser has read it by then
}

async function fromServer(name: string): Promise<string | null> {
  const answer = await fetch(`/api/records/${encodeURIComponent(name)}`, { headers: shown(ownKey()) });
  return answer.ok ? answer.text() : null;
}
