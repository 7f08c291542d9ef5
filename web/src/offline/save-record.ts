// The file of a record that this device keeps, as the server would send it.
import { keptRecord } from "./disk";

export async function saveRecord(name: string, game: string): Promise<void> {
  const text = await keptRecord(name);
  if (text === null) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
  link.download = `${game}.jsonl`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000); // the browser has read it by then
}
