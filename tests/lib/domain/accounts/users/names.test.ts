import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createContext } from "@/lib/domain/kernel/context";
import { newKey } from "@/lib/domain/accounts/keys/schema";
import { accountOfOAuth } from "@/lib/domain/accounts/lifecycle/oauth";
import { handle, personName } from "@/lib/domain/accounts/users/schema";
import { database } from "@/lib/infra/database/db";

const accepts = (name: string) => personName.safeParse(name).success;

describe("a name", () => {
  test.each([
    ["Ada Moreno", "Ada Moreno"],
    ["Ine\u0302s", "In\u00eas"],
    ["  山田\u3000太郎 ", "山田 太郎"],
    ["Zoë O’Neill-García", "Zoë O’Neill-García"],
    ["محمد علی\u200cزاده", "محمد علی\u200cزاده"],
    ["ශ්\u200dරී", "ශ්\u200dරී"],
    ["Kim 👩🏽‍💻", "Kim 👩🏽‍💻"],
    ["❤️ Lou 🏴󠁧󠁢󠁳󠁣󠁴󠁿 1️⃣", "❤️ Lou 🏴󠁧󠁢󠁳󠁣󠁴󠁿 1️⃣"],
    ["🇪🇸", "🇪🇸"],
    ["Peg Boardman", "Peg Boardman"],
    ["Margaret Pegg", "Margaret Pegg"],
  ])("%j is normalized to %j", (given, kept) => {
    expect(personName.parse(given)).toBe(kept);
  });

  test.each([
    "",
    " ",
    "\u200b\u200b\u200b",
    "\u2060Ada",
    "A\u00adda",
    "Ada\u202e",
    "\u2066Ada\u2069",
    "Ada\u061c",
    "Ada\u{e0041}\u{e0042}",
    "Ada\ufe0f",
    "Ada\u{e0101}",
    "\u3164",
    "\uffa0",
    "\u115f\u1160",
    "\u2800",
    "A\u200dda",
    "\u0301",
    "Ada\nMoreno",
    "Ada\0",
    "Ada\ud800",
    "Ada\ue000",
    "\ufffc",
    "\u{1f3f4}\u{e0068}\u{e0069}\u{e007f}",
    "\u2028",
    "Ada\uffff",
    "Ada\u{1fffe}",
    "Ada\u0378",
    "Ada\u{1d159}",
  ])("with invisible characters is rejected: %j", (name) => {
    expect(accepts(name)).toBe(false);
  });

  test.each([
    "Pegboard",
    "pegboard",
    "PEGBOARD",
    "Pegboard Support",
    "PegBoard_",
    "P\u0435gboard",
    "\u03a1egboard",
    "\u0440\u0435gb\u043e\u0430rd",
    "ＰＥＧＢＯＡＲＤ",
    "𝐏𝐞𝐠𝐛𝐨𝐚𝐫𝐝",
    "ⓅⒺⒼⒷⓄⒶⓇⒹ",
    "Pegb0ard",
    "P3GBOARD",
    "Pégböard",
    "ᴘᴇɢʙᴏᴀʀᴅ",
    "🅿egboard",
    "P.e.g.b.o.a.r.d",
    "P e g b o a r d Team",
    "Peg Board",
    "PEGBOAЯD",
    "Peɡboard News",
    "★ Pegboard ★",
  ])("that looks like the platform's is rejected: %j", (name) => {
    expect(accepts(name)).toBe(false);
  });

  test("as long as a request body is rejected before its characters are examined", () => {
    // If every check ran, it would take longer than a test may.
    for (const part of ["a", "👩‍", "\u200d", "a\u0301", "ﷺ", "🏴\u{e0067}"]) {
      const long = part.repeat(250_000 / part.length);
      expect([accepts(long), handle.safeParse(long).success]).toEqual([false, false]);
    }
  });
});

test.each([
  "pegboard",
  "peg_board",
  "pegb0ard",
  "p3gboard",
  "pegboard_team",
  "_pegboard",
  "admin",
  "adm1n",
  "_admin_",
  "r00t",
  "supp0rt",
])("the handle %s is reserved", (name) => {
  expect(handle.safeParse(name).success).toBe(false);
});

test.each(["ada", "apl", "peg_boardman", "badminton", "rooted", "administrate", "supporter"])(
  "the handle %s is anybody's",
  (name) => {
    expect(handle.parse(name)).toBe(name);
  },
);

test("checks a key's name alike, but allows the platform's name", () => {
  const key = (name: string) => newKey.safeParse({ name, scopes: ["read:posts"] }).success;
  expect([key("Pegboard backup"), key("a\u202eb"), key("\u200b"), key(" ")]).toEqual([true, false, false, false]);
});

test.each([
  ["Ada", "Ada"],
  ["Pegboard Support", "New here"],
  ["\u202eadA", "New here"],
  ["A\ud83d", "A\ufffd"],
  ["👍".repeat(80), "👍".repeat(50)],
  [null, "New here"],
])("shows an OAuth provider's name %j as %j", async (given, shown) => {
  const id = await accountOfOAuth(
    createContext({ actor: null, channel: "session" }),
    { provider: "github", providerAccountId: randomUUID() },
    { name: given },
  );
  expect(await database().prisma.user.findUniqueOrThrow({ where: { id } })).toMatchObject({ name: shown });
});
