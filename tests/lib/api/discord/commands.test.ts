import { beforeEach, describe, expect, test } from "vitest";
import { changeMembership, recordPresence } from "@/lib/domain/play/guilds/commands";
import { PLATFORM_NAME, PLATFORM_USER_ID } from "@/lib/domain/accounts/users/rules";
import { forgetSiteName } from "@/lib/domain/accounts/users/site-name";
import { database } from "@/lib/infra/database/db";
import { type Linked, newLinked, newPlayer, newSnowflake } from "@/tests/lib/domain/play/guilds/members";
import { useVariables } from "@/tests/support/variables";
import { application, give } from "./signed";

useVariables(application.variables);

let guildId: string;
let ada: Linked;
let ben: Linked;
beforeEach(async () => {
  guildId = newSnowflake();
  [ada, ben] = await Promise.all([newLinked(70), newLinked(50)]);
  await recordPresence(ben.ctx, guildId);
});

const duels = () => database().prisma.duel.count({ where: { challengerId: ada.ctx.actor.id } });

test("an unknown command is reported as such, even if named like a property of every object", async () => {
  for (const name of ["nothing", "constructor", "__proto__"])
    expect((await give({ name, by: ada, in: guildId })).isWhispered).toBe(true);
});

describe("/leaderboard", () => {
  test("ranks the server's linked members, including the one who gave the command", async () => {
    await newPlayer(99);
    const { content } = await give({ name: "leaderboard", by: ada, in: guildId });
    const handles = [ada, ben].map(({ ctx }) => ctx.actor.handle.replaceAll("_", "\\_"));
    expect(content.split("\n").slice(1, 3)).toEqual([`1\\. @${handles[0]} · 70`, `2\\. @${handles[1]} · 50`]);
    expect(content).toContain(`/guilds/${guildId}`);
  });

  test("omits hidden members", async () => {
    await changeMembership(ben.ctx, { id: guildId, hidden: true });
    const { content } = await give({ name: "leaderboard", by: ada, in: guildId });
    expect(content).not.toContain(ben.ctx.actor.handle.replaceAll("_", "\\_"));
  });

  test("is made public only by an administrator", async () => {
    const isPublic = async () => (await database().prisma.guild.findUniqueOrThrow({ where: { id: guildId } })).isPublic;
    const given = { name: "leaderboard", by: ada, in: guildId, options: { public: true } };
    expect((await give({ ...given, permissions: "2147483600" })).isWhispered).toBe(true);
    expect(await isPublic()).toBe(false);
    await give({ ...given, permissions: String(2n ** 50n + 8n) });
    expect(await isPublic()).toBe(true);
    await give({ ...given, options: { public: false }, permissions: "8" });
    expect(await isPublic()).toBe(false);
  });

  test("works only in servers, and for existing games", async () => {
    expect((await give({ name: "leaderboard", by: ada })).isWhispered).toBe(true);
    const unknown = await give({ name: "leaderboard", by: ada, in: guildId, options: { game: "chess" } });
    expect(unknown.content).toContain("plinko");
  });
});

describe("/profile and /link", () => {
  test("tell linked members who they are, and others how to link", async () => {
    const handle = ada.ctx.actor.handle.replaceAll("_", "\\_");
    for (const name of ["profile", "link"]) {
      expect((await give({ name, by: ada })).content).toContain(handle);
      expect((await give({ name, by: { discordId: newSnowflake() } })).content).toContain("/settings/account");
    }
  });

  test("/profile shows anybody by handle", async () => {
    const options = { handle: `@${ben.ctx.actor.handle.toUpperCase()}` };
    expect((await give({ name: "profile", by: ada, options })).content).toContain(`/users/${ben.ctx.actor.handle}`);
    const nobody = await give({ name: "profile", by: ada, options: { handle: "nobody at all" } });
    expect(nobody.content).toBe("Nobody on Pegboard has this handle.");
  });
});

test("answers use the name that an admin gave the site", async () => {
  const called = (name: string) => database().prisma.user.update({ where: { id: PLATFORM_USER_ID }, data: { name } });
  await called("The *Workshop*");
  forgetSiteName();
  const { content } = await give({ name: "profile", by: ada, options: { handle: "nobody at all" } });
  await called(PLATFORM_NAME);
  forgetSiteName();
  expect(content).toBe("Nobody on The \\*Workshop\\* has this handle.");
});

describe("/duel", () => {
  const challenge = (named: string, by = ada) => give({ name: "duel", by, in: guildId, options: { member: named } });

  test("challenges a member of the server, and Discord notifies nobody else", async () => {
    const { json, content, isWhispered } = await challenge(ben.discordId);
    expect(json.data).toMatchObject({ allowed_mentions: { parse: [], users: [ben.discordId] } });
    expect({ isWhispered, duels: await duels() }).toEqual({ isWhispered: false, duels: 1 });
    expect(content).toContain("/ranked/duel_");
  });

  test("a second one while the first is open is rejected with a reason", async () => {
    await challenge(ben.discordId);
    expect(await challenge(ben.discordId)).toMatchObject({ isWhispered: true });
    expect(await duels()).toBe(1);
  });

  test("gives the same answer for a hidden, an unlinked and an absent member", async () => {
    const absent = await newLinked(1);
    const hidden = await newLinked(1);
    await recordPresence(hidden.ctx, guildId);
    await changeMembership(hidden.ctx, { id: guildId, hidden: true });
    const answers = await Promise.all(
      [absent.discordId, hidden.discordId, newSnowflake(), "x"].map((named) => challenge(named)),
    );
    expect(new Set(answers.map(({ json }) => JSON.stringify(json))).size).toBe(1);
    expect(await duels()).toBe(0);
  });

  test("requires a linked account, a server and another member", async () => {
    expect((await challenge(ben.discordId, { ...ada, discordId: newSnowflake() })).content).toContain("/settings/");
    expect((await challenge(ada.discordId)).content).toContain("yourself");
    expect((await give({ name: "duel", by: ada, options: { member: ben.discordId } })).content).toContain("server");
  });

  test("is rejected for a suspended account", async () => {
    await database().prisma.user.update({ where: { id: ada.ctx.actor.id }, data: { suspendedAt: new Date() } });
    await challenge(ben.discordId);
    expect(await duels()).toBe(0);
  });
});
