// Slow: it fills databases with the demo data, and breaks off in the middle.
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { auditCoins } from "@/lib/domain/play/coins/audit";
import { createContext } from "@/lib/domain/kernel/context";
import { auditRatings } from "@/lib/domain/play/duels/audit";
import { getRanked, getRankedLeaderboard } from "@/lib/domain/play/duels/queries";
import { findViolations } from "@/lib/domain/kernel/invariant";
import { database } from "@/lib/infra/database/db";
import { seed } from "@/prisma/seed";
import { readDocuments } from "@/prisma/seed/publications";
import { INVARIANTS } from "@/scripts/tools/check/sections";
import { lockOrder } from "@/tests/support/lock-order";

const NOW = new Date("2026-05-04T10:00:00Z");
const { prisma } = database();
lockOrder.isChecked = false;
const runSeed = () => seed({ now: NOW, password: "a demo password", say: () => {} });

/** A hash of everything that the demo people wrote and did. */
async function digest(): Promise<string> {
  const rows = await Promise.all([
    prisma.post.findMany({
      orderBy: { id: "asc" },
      include: { likes: { orderBy: { userId: "asc" } }, comments: { orderBy: { id: "asc" } } },
    }),
    prisma.ledgerEntry.findMany({ orderBy: { id: "asc" } }),
    prisma.notification.findMany({ orderBy: { id: "asc" } }),
    prisma.build.findMany({ orderBy: { id: "asc" } }),
  ]);
  return createHash("sha256")
    .update(JSON.stringify(rows, (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value)))
    .digest("hex");
}

async function erase() {
  await prisma.room.deleteMany();
  await prisma.user.deleteMany({ where: { id: { not: "user_pegboard" } } });
}

describe("the demo data", { timeout: 120_000 }, () => {
  let first: string;

  test("has exact counts and balances, and ends before now", async () => {
    expect(await runSeed()).toBe("done");
    const { violations, drops } = await auditCoins(createContext({ actor: null, channel: "session" }));
    expect(violations).toEqual([]);
    expect(drops).toBeGreaterThan(40);
    const ctx = createContext({ actor: null, channel: "session" });
    for (const invariant of INVARIANTS) expect(await findViolations(ctx, invariant), invariant.description).toEqual([]);
    expect(await prisma.post.count({ where: { createdAt: { gte: NOW } } })).toBe(0);
    first = await digest();
  });

  test("gives the reader something to do: unread notices, coins for the dog, and a dog to visit", async () => {
    const ada = await prisma.user.findFirstOrThrow({ where: { handle: "ada" }, include: { profile: true } });
    expect(ada.profile?.coins).toBeGreaterThanOrEqual(50);
    expect(ada.profile?.hasProfilePet).toBe(false);
    expect(await prisma.notification.count({ where: { userId: ada.id, readAt: null } })).toBeGreaterThan(3);
    const ines = await prisma.user.findFirstOrThrow({ where: { handle: "ines" }, include: { profile: true } });
    expect(ines.profile?.hasProfilePet).toBe(true);
  });

  test("has two rooms with messages, which stay open", async () => {
    const rooms = await prisma.room.findMany({ include: { members: true, messages: true } });
    expect(rooms).toHaveLength(2);
    for (const room of rooms) {
      expect(room).toMatchObject({ permanent: true, public: true, membersCount: 1, closedAt: null });
      expect(room.members.map(({ userId }) => userId)).toEqual([room.hostId]);
      const drops = room.messages.filter(({ what }) => what === "drop");
      expect(drops.length).toBeGreaterThan(0);
      expect(room.messages.filter(({ kind }) => kind === "message").length).toBeGreaterThan(7);
    }
  });

  test("has a finished and an open duel for the reader, and players whose ratings are certain", async () => {
    const { id, handle, name, image, role, tier } = await prisma.user.findFirstOrThrow({ where: { handle: "ada" } });
    const ctx = createContext({ actor: { id, handle, name, image, role, tier }, channel: "session", now: NOW });
    const { incoming, finished } = await getRanked(ctx);
    expect(incoming).toMatchObject([{ status: "pending", played: { challenger: true, opponent: false } }]);
    expect(finished.length).toBeGreaterThan(0);
    const { leaderboard } = await getRankedLeaderboard(ctx, { game: "duel" });
    expect(leaderboard.length).toBeGreaterThanOrEqual(3);
    expect(await auditRatings(ctx)).toMatchObject({ violations: [] });
  });

  test("links only to existing content", async () => {
    const slugs = new Map(
      ["builds", "blog", "news"].map((section) => [section, new Set(readDocuments(section).map(({ slug }) => slug))]),
    );
    const texts = [...(await prisma.post.findMany()), ...(await prisma.blogPost.findMany())].map(
      ({ content }) => content,
    );
    const links = texts.flatMap((text) => [...text.matchAll(/\/(builds|blog|news)\/([a-z0-9-]+)/g)]);
    expect(links.length).toBeGreaterThan(5);
    for (const [link, section = "", slug = ""] of links)
      expect([link, slugs.get(section)?.has(slug)]).toEqual([link, true]);
  });

  test("does not touch a database in which somebody has an account", async () => {
    expect(await runSeed()).toBe("not empty");
    expect(await digest()).toBe(first);
  });

  test("leaves nothing behind when it is interrupted, and then creates the same rows", async () => {
    await erase();
    const ended = seed({
      now: NOW,
      password: "a demo password",
      say: (line) => {
        if (line === "the first posts") throw new Error("ended");
      },
    });
    await expect(ended).rejects.toThrow("ended");
    expect(await prisma.user.count()).toBe(1);
    expect(await prisma.build.count()).toBe(0);
    expect(await runSeed()).toBe("done");
    expect(await digest()).toBe(first);
  });
});
