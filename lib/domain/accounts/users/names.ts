import unhomoglyph from "unhomoglyph";
import { invalid } from "@/lib/domain/kernel/errors";
import { fold } from "@/lib/domain/kernel/text/folding";
import { PLATFORM_NAME, RESERVED_HANDLES } from "./rules";
import { readSiteName, siteName } from "./site-name";

export const SITES_OWN_NAME = "Only the site itself goes by that name";
export const RESERVED_HANDLE = "This handle is reserved";

/**
 * Rejects a name or handle that reads as the site's. The schemas compare only with the name that this process knows,
 * which may be just the platform's.
 * @throws DomainError `invalid_request` that names `name` or `handle`
 */
export async function rejectSitesName({ name, handle }: { name?: string; handle?: string }): Promise<void> {
  await readSiteName();
  const issues = [
    ...(name !== undefined && readsAsPlatform(name) ? [{ param: "name", message: SITES_OWN_NAME }] : []),
    ...(handle !== undefined && isReservedHandle(handle) ? [{ param: "handle", message: RESERVED_HANDLE }] : []),
  ];
  if (issues.length > 0) throw invalid(issues);
}

/** Whether a name is or begins with the platform's or the site's: "Pegboard", "PegBoard_", "Pеgb0ard Support". */
export function readsAsPlatform(name: string): boolean {
  if (readsAsSite(name)) return true;
  return skeletons(name).some((skeleton) => {
    const words = skeleton.split(" ").filter(Boolean);
    if (words[0]?.startsWith(PLATFORM)) return true;
    // Matches spaced-out names, but not Peg Boardman.
    return words.some((_word, end) => words.slice(0, end + 1).join("") === PLATFORM);
  });
}

/** A shorter site name may be somebody's first name, so it must match the whole name. */
const MIN_FIRST_WORDS = 5;

/** Whether a name looks like the site's configured name, or begins with its words. */
function readsAsSite(name: string): boolean {
  const site = siteName();
  if (site === PLATFORM_NAME) return false;
  // Letters without a skeleton are compared as they are.
  if (fold(name) === fold(site)) return true;
  const looks = skeletons(site)
    .map((skeleton) => skeleton.replaceAll(" ", ""))
    .filter(Boolean);
  return skeletons(name).some((skeleton) => {
    const words = skeleton.split(" ").filter(Boolean);
    return looks.some((look) =>
      words.some((_word, end) => {
        const isWhole = end === words.length - 1;
        return (isWhole || look.length >= MIN_FIRST_WORDS) && words.slice(0, end + 1).join("") === look;
      }),
    );
  });
}

/** Whether a handle is reserved, or looks like a reserved one: `adm1n`, `_root_`. */
export function isReservedHandle(handle: string): boolean {
  return (
    RESERVED_HANDLES.has(handle) ||
    readsAsPlatform(handle) ||
    skeletons(handle).some((skeleton) => LOOK_RESERVED.has(skeleton.replaceAll(" ", "")))
  );
}

/**
 * Returns what a name looks like, by Unicode's table of confusables and our additions, ignoring case, marks and styles.
 * Upper- and lower-case letters resemble different ones, so a name has a skeleton of each.
 */
function skeletons(name: string): string[] {
  const bare = name.normalize("NFKD").replace(/\p{M}/gu, "");
  return [bare, bare.toLowerCase()].map((text) => {
    const folded = unhomoglyph(unhomoglyph(text).toLowerCase()).toLowerCase();
    return [...folded]
      .map(plainLetter)
      .join("")
      .replace(/[\s_]+/gu, " ")
      .replace(/[^a-z0-9 ]/g, "");
  });
}

/** Small capitals, letters that look alike in some fonts only, digits that read as letters. */
const ALIKE: Record<string, string> = Object.fromEntries(
  Object.entries({ a: "ᴀ4@", b: "ʙ8", d: "ᴅ", e: "ᴇꞓɛε3€ǝ", g: "ɢ69", l: "i1|!", o: "0", p: "ᴘքþ₽", r: "ʀᴙя" }).flatMap(
    ([letter, others]) => [...others].map((other) => [other, letter]),
  ),
);

/** Circled, squared and regional-indicator letters, in alphabetical order. */
const ENCLOSED = [0x1f150, 0x1f170, 0x1f1e6];

function plainLetter(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const start = ENCLOSED.find((first) => point >= first && point < first + 26);
  return start === undefined ? (ALIKE[character] ?? character) : String.fromCharCode(0x61 + point - start);
}

const PLATFORM = skeletons(PLATFORM_NAME)[0]!;
/** Shorter words are compared exactly: `apl` is a language, not the API. */
const LOOK_RESERVED = new Set(
  [...RESERVED_HANDLES].filter((handle) => handle.length > 3).map((handle) => skeletons(handle)[0]!),
);
