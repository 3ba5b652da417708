import type { AuditEntry } from "@/lib/domain/audit-log/schema";

/** What an entry of the audit log says beside its action: `from → to`, and whatever else by its name. */
export function detailsInWords({ details }: Pick<AuditEntry, "details">): string[] {
  const { from, to, ...others } = details;
  const change = typeof from === "string" && typeof to === "string" ? [`${from} → ${to}`] : [];
  const rest = Object.entries(others).filter(([, value]) => value !== null && value !== "");
  return [...change, ...rest.map(([name, value]) => `${inWords(name)}: ${text(value)}`)];
}

/** `mailDomains` is "mail domains". */
const inWords = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function text(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" ? value : JSON.stringify(value);
}
