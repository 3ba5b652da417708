export type Target =
  | { kind: "regular" | "unreadable"; path: string; search: string }
  | { kind: "irregular"; path: string; claimed: string; search: string };

export function readTarget(target: string): Target | undefined;
