import type { AuditEntry } from "@/lib/domain/audit-log/schema";

/** Returns an entry's details as text: `from → to`, and the others by their names. */
export function detailLabels({ details }: Pick<AuditEntry, "details">): string[] {
  const { from, to, ...others } = details;
  const change = typeof from === "string" && typeof to === "string" ? [`${from} → ${to}`] : [];
  const rest = Object.entries(others).filter(([, value]) => value !== null && value !== "");
  return [...change, ...rest.map(([name, value]) => `${spaced(name)}: ${text(value)}`)];
}

/** Splits a camel-case name: `mailDomains` becomes "mail domains". */
const spaced = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function text(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" ? value : JSON.stringify(value);
}
