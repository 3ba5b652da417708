import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { API } from "@/lib/api/v1";
import { SESSION } from "@/lib/api/session";
import type { ApiOperation, SessionOperation } from "@/lib/http/operation";
import { readInput } from "@/lib/http/pipeline/input";
import { newBuildComment } from "@/lib/domain/writing/builds/schema";
import { newComment } from "@/lib/domain/writing/comments/schema";
import { newPost, postChanges } from "@/lib/domain/writing/posts/schema";
import { newReport } from "@/lib/domain/people/moderation/schema";
import { newMessage } from "@/lib/domain/play/rooms/schema";
import { profileChange } from "@/lib/domain/accounts/users/schema";
import { fieldsOf, hasPart } from "@/tests/support/schema-parts";
import { rejectionOf } from "@/tests/lib/http/pipeline/rejection";

const operations = [...Object.values(API), ...Object.values(SESSION)].flatMap<ApiOperation | SessionOperation>(
  (group) => Object.values(group),
);
const isText = (schema: z.ZodType) => hasPart(schema, ({ def }) => def.type === "string");
const fields = operations
  .filter(({ file }) => !file)
  .flatMap((operation) =>
    Object.entries(operation.body ? fieldsOf(operation.body) : {})
      .filter(([, schema]) => isText(schema))
      .map(([field, schema]) => ({ operation, field, schema })),
  );

/** Sends `text` as a field, within a list or an object where the field is one. */
function send({ operation, field, schema }: (typeof fields)[number], text: string) {
  const value = hasPart(schema, ({ def }) => def.type === "array") ? [text] : text;
  const request = new Request("http://localhost/", {
    method: "POST",
    body: JSON.stringify({ [field]: value }),
    headers: { "Content-Type": "application/json" },
  });
  return rejectionOf(readInput(operation, request, {}));
}

test.each([
  ["NUL", "a\0"],
  ["a control character", "a\u0001b"],
  ["a backspace", "a\bb"],
  ["a vertical tab", "a\vb"],
  ["a deletion", "a\u007Fb"],
  ["a control character of C1", "a\u0085b"],
  ["the last code point of the basic plane", "a\uFFFFb"],
  ["a reversed byte order mark", "a\uFFFEb"],
  ["another noncharacter", "a\uFDD0b"],
  ["a noncharacter of another plane", "a\u{1FFFE}b"],
  ["half of a surrogate pair", "a\uD800b"],
])("no field of any operation accepts %s", async (_name, text) => {
  expect(fields.length).toBeGreaterThan(100);
  const accepting = [];
  for (const place of fields) {
    const { issues = [] } = (await send(place, text)).details;
    const { operation, field } = place;
    const isNamed = issues.some(({ param, message }) => param?.startsWith(field) && message.includes("are not text"));
    if (!isNamed) accepting.push(`${operation.method} ${operation.path} ${field}`);
  }
  expect(accepting).toEqual([]);
});

const TEXTS: [string, z.ZodType, (text: string) => object][] = [
  ["a post", newPost, (content) => ({ content })],
  ["an edited post", postChanges, (content) => ({ content })],
  ["the description of an image", postChanges, (alt) => ({ media: [{ id: "media_1", alt }] })],
  ["a comment", newComment, (content) => ({ content })],
  ["a comment on a build", newBuildComment, (content) => ({ content })],
  ["a message", newMessage, (content) => ({ content })],
  ["a bio", profileChange, (bio) => ({ bio })],
  ["a report", newReport, (comment) => ({ subject: { type: "post", id: "post_1" }, reason: "spam", comment })],
];

describe.each(TEXTS)("%s", (_name, schema, bodyWith) => {
  test.each([
    ["a zero-width space", "\u200B"],
    ["a word joiner", "\u2060"],
    ["a blank Braille pattern", "\u2800"],
    ["a Hangul filler", "\u3164"],
    ["a half-width Hangul filler", "\uFFA0"],
    ["a soft hyphen", "\u00AD"],
    ["a variation selector", "\uFE0F"],
    ["a bidirectional override", "\u202E"],
    ["a lone combining mark", "\u0301"],
    ["a lone enclosing keycap", "\u20E3"],
    ["tag characters", "\u{E0061}\u{E007F}"],
    ["a null notehead", "\u{1D159}"],
    ["an object replacement character", "\uFFFC"],
    ["several of them, between spaces and lines", "\u200B \n\u2060\t\u3164"],
  ])("is not only %s", (_character, text) => {
    expect(schema.safeParse(bodyWith(text)).success).toBe(false);
  });

  test.each([
    "a",
    "１",
    "…",
    "❤️",
    "👩‍👩‍👧",
    "1️⃣",
    "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "क्षि",
    "می‌خواهم",
    "\u200Bx",
    "one\ttwo\nthree",
    // Emoji that this process may not know yet.
    "\u{1FAEA}",
  ])("may be %j", (text) => {
    expect(schema.safeParse(bodyWith(text)).error?.issues).toBeUndefined();
  });

  test("keeps one kind of line break", () => {
    expect(JSON.stringify(schema.parse(bodyWith("one\r\ntwo\rthree")))).toContain(String.raw`one\ntwo\nthree`);
  });
});
