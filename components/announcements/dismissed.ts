import { keepStored, readStored } from "@/lib/client/local-storage";

const KEY = "dismissed-announcements";

/** Dismissed announcements that a browser remembers, several times what can be in force at once. */
const REMEMBERED = 10;

/** Runs in <head>, before the first paint, so that a dismissed announcement never moves the page. */
export const DISMISSED_SCRIPT = `try{document.documentElement.dataset.dismissed=localStorage.getItem("${KEY}")||""}catch(e){}`;

export function hidingRule(id: string): string {
  return `html[data-dismissed~="${id}"] [data-announcement="${id}"]{display:none}`;
}

export function dismissHere(id: string): void {
  const known = (readStored(KEY) ?? "").split(" ").filter((one) => one !== "" && one !== id);
  const dismissed = [...known, id].slice(-REMEMBERED).join(" ");
  keepStored(KEY, dismissed);
  document.documentElement.dataset["dismissed"] = dismissed;
}
