import { KIND_OF, type NotificationKind } from "@/lib/domain/consequences/notifications/rules";
import type { NotificationType } from "@/lib/infra/prisma/enums";
import { MAX_NAMED } from "./rules";

/** What an account missed of one type, and some of the people whose acts these were. */
export interface Missed {
  type: NotificationType;
  count: number;
  handles: string[];
}

/** Singular and plural of each kind, in the order of a digest. */
const NOUNS: Record<NotificationKind, [string, string]> = {
  mentions: ["mention", "mentions"],
  comments: ["comment or reply", "comments and replies"],
  quotes: ["quote", "quotes"],
  duels: ["duel", "duels"],
  follows: ["new follower", "new followers"],
  reposts: ["repost", "reposts"],
  likes: ["like", "likes"],
};

/**
 * Describes what an account missed: numbers and handles alone, because a mailbox is no place for what others wrote.
 * Null if there is nothing of these kinds.
 */
export function describeMissed(
  missed: readonly Missed[],
  mutedKinds: readonly string[],
): { what: string; details: string[] } | null {
  const parts = Object.entries(NOUNS).flatMap(([kind, [one, many]]) => {
    const ofKind = missed.filter(({ type }) => KIND_OF[type] === kind);
    const count = ofKind.reduce((sum, each) => sum + each.count, 0);
    if (count === 0 || mutedKinds.includes(kind)) return [];
    const phrase = `${count} ${count === 1 ? one : many}`;
    return [{ phrase, detail: `${phrase} ${by([...new Set(ofKind.flatMap(({ handles }) => handles))])}` }];
  });
  if (parts.length === 0) return null;
  return { what: listed(parts.map(({ phrase }) => phrase)), details: parts.map(({ detail }) => `${detail}.`) };
}

function by(handles: readonly string[]): string {
  const named = handles.slice(0, MAX_NAMED).map((handle) => `@${handle}`);
  return `from ${listed(handles.length > MAX_NAMED ? [...named, "others"] : named)}`;
}

const list = new Intl.ListFormat("en-GB", { type: "conjunction" });
const listed = (parts: readonly string[]) => list.format(parts);
