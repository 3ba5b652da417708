import { foldCode } from "@/lib/domain/kernel/text/folding";
import type { Random } from "@/lib/domain/kernel/id";

export const ROOM_NAME = { min: 1, max: 60 };
export const ROOM_PASSWORD = { min: 4, max: 64 };
export const ROOM_SIZE = { min: 2, max: 50, default: 20 };
/** Code points of a message, after trimming. */
export const MESSAGE_LENGTH = { min: 1, max: 300 };
/** Messages in a snapshot, and kept by a page; older ones load on scrolling up. */
export const MAX_MESSAGES = 200;
export const MAX_SYSTEM_MESSAGES = 100;
/** Different emoji below one message. */
export const MAX_REACTION_KINDS = 20;
/** Our choice: code points of the quote above a reply, a line or two. */
export const MAX_QUOTE = 120;
/** Rooms that one person can be in at once (docs/contract.md#rooms). Each of their drops is posted to all of them. */
export const MAX_JOINED_ROOMS = 5;

/** Our choice: interval of recording who has a stream, a fraction of the time after which somebody is away. */
export const SEEN_EVERY_SECONDS = 20;
/** After this long without a stream, a member is shown as away. */
export const AWAY_AFTER_MS = 2 * 60_000;
/** After this long without a stream, a member is removed. */
export const LEFT_AFTER_MS = 30 * 60_000;
export const EMPTY_ROOM_CLOSES_AFTER_MS = 60 * 60_000;
/** How long a closed room's messages are kept. */
export const CLOSED_ROOM_RETENTION_DAYS = 30;
/** Our choice: rows that one step of upkeep handles, which bounds its time. The next run continues. */
export const BATCH = 100;

/** Wrong passwords per person and room, and the window in which they count. */
export const MAX_PASSWORD_FAILURES = 10;
export const PASSWORD_FAILURE_WINDOW_MS = 15 * 60_000;

/** Our choice: how long a typing indicator is shown. A client that keeps typing renews it before. */
export const TYPING_SHOWN_MS = 5_000;
export const TYPING_EVERY_MS = 3_000;

export const SYSTEM_MESSAGES = ["joined", "left", "removed", "host", "settings", "drop"] as const;

export type SystemMessageKind = (typeof SYSTEM_MESSAGES)[number];

/** The alphabet of a code: without I, O, 0 and 1, which are easily confused. */
const CODE_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const CODE_LENGTH = 6;
const CODE = /^[A-HJ-NP-Z2-9]{6}$/;

export function newRoomCode(random: Random): string {
  return Array.from(random(CODE_LENGTH), (byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length]).join("");
}

/** Parses a room code however it was typed; undefined for other text. */
export function readRoomCode(text: string): string | undefined {
  const code = foldCode(text);
  return CODE.test(code) ? code : undefined;
}

/** Maximum length of an emoji, in UTF-16 units. */
const MAX_EMOJI_UNITS = 40;
const EMOJI_CHARACTERS =
  /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\u200D\uFE0F\u20E3\u{E0020}-\u{E007F}0-9#*]+$/u;
const EMOJI_ITSELF = /[\p{Extended_Pictographic}\p{Regional_Indicator}]|[0-9#*]\uFE0F?\u20E3/u;

/** Whether a text is a single emoji: one visible character without hidden ones. */
export function isEmoji(text: string): boolean {
  if (text.length > MAX_EMOJI_UNITS || !EMOJI_CHARACTERS.test(text) || !EMOJI_ITSELF.test(text)) return false;
  return [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)].length === 1;
}

/** What is drawn as text unless a selector follows: pictures without a skin, and the sign of a keycap. */
const NEEDS_SELECTOR =
  /(?=\p{Emoji})(?!\p{Emoji_Presentation})\p{Extended_Pictographic}(?!\p{Emoji_Modifier})|[0-9#*](?=\u20E3)/gu;

/** Returns an emoji with the selectors that it needs, and no others: its spellings (❤ and ❤️) are one reaction. */
export function completeEmoji(emoji: string): string {
  return emoji.replaceAll(SELECTOR, "").replace(NEEDS_SELECTOR, `$&${SELECTOR}`);
}

/** The variation selector that asks for the picture of a character. */
export const SELECTOR = "\uFE0F";
