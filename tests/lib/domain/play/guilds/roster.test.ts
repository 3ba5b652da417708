import { afterAll, beforeEach, expect, test } from "vitest";
import { createContext, type VisitorContext } from "@/lib/domain/kernel/context";
import {
  changeMembership,
  linkDiscord,
  recordPresence,
  setGuildPublic,
  unlinkDiscord,
} from "@/lib/domain/play/guilds/commands";
import { acceptGrant, recheckGuilds } from "@/lib/domain/play/guilds/membership";
import { getGuildLeaderboard, listOwnMemberships, listProfileGuilds } from "@/lib/domain/play/guilds/queries";
import { PROOF_VALID_MS, RECHECK_AFTER_MS } from "@/lib/domain/play/guilds/rules";
import { DAY_MS } from "@/lib/domain/kernel/durations";
import { database } from "@/lib/infra/database/db";
import { newApplication, startDiscord } from "@/tests/support/discord";
import { later } from "@/tests/support/people";
import { useVariables } from "@/tests/support/variables";
import { type Linked, newLinked, newPlayer, newSnowflake } from "./members";

const discord = await startDiscord();
useVariables({ ...newApplication().variables, ...discord.variables });
afterAll(() => discord.stop());

const visitor = () => createContext({ actor: null, channel: "session" });
let guildId: string;
let member: Linked;
beforeEach(async () => {
  guildId = newSnowflake();
  member = await newLinked(50);
  await recordPresence(member.ctx, guildId);
});

/** Makes Discord return somebody's guilds, and reads them as after their consent. */
async function consent({ ctx, discordId }: Linked, guilds: { id: string; name: string }[]) {
  discord.state.users.set(discordId, { id: discordId, username: "somebody", guilds });
  const tokens = discord.tokensFor(discordId);
  await acceptGrant(ctx, ctx.actor.id, { accessToken: tokens.access_token, refreshToken: tokens.refresh_token });
}

async function board(reader: VisitorContext = member.ctx) {
  const { entries } = await getGuildLeaderboard(reader, { id: guildId, game: "plinko", limit: 100 });
  return entries.map(({ username }) => username);
}

test("the leaderboard ranks linked members whose membership Discord proved, and nobody else", async () => {
  const best = await newLinked(70);
  await consent(best, [{ id: guildId, name: "Peg friends" }]);
  const elsewhere = await newLinked(90);
  await consent(elsewhere, [{ id: newSnowflake(), name: "Another" }]);
  await newPlayer(99);
  expect(await getGuildLeaderboard(member.ctx, { id: guildId, game: "plinko", limit: 100 })).toEqual({
    guild: { id: guildId, name: "Peg friends" },
    game: "plinko",
    metric: "totalWon",
    entries: [
      { rank: 1, username: best.ctx.actor.handle, score: 70, gamesPlayed: 1 },
      { rank: 2, username: member.ctx.actor.handle, score: 50, gamesPlayed: 1 },
    ],
  });
});

test("no membership is recorded for somebody who is not linked", async () => {
  const stranger = await newPlayer(99);
  await recordPresence(stranger, guildId);
  expect(await database().prisma.guildMember.count({ where: { userId: stranger.actor.id } })).toBe(0);
  expect(await board()).toEqual([member.ctx.actor.handle]);
});

test("a membership row of somebody who is not linked shows them nowhere", async () => {
  const stranger = await newPlayer(99);
  await database().prisma.guildMember.create({
    data: { guildId, userId: stranger.actor.id, provenAt: stranger.now, isOnProfile: true },
  });
  expect(await board()).toEqual([member.ctx.actor.handle]);
  expect(await listProfileGuilds(visitor(), stranger.actor.id)).toEqual([]);
  await expect(board(stranger)).rejects.toMatchObject({ code: "not_found" });
});

test("a hidden member is not ranked, still sees the leaderboard, and stays hidden after another proof", async () => {
  const hidden = await newLinked(70);
  await recordPresence(hidden.ctx, guildId);
  await changeMembership(hidden.ctx, { id: guildId, hidden: true });
  expect(await board(hidden.ctx)).toEqual([member.ctx.actor.handle]);
  await consent(hidden, []);
  await recordPresence(hidden.ctx, guildId);
  expect(await board(hidden.ctx)).toEqual([member.ctx.actor.handle]);
});

test("a suspended member is not ranked", async () => {
  await database().prisma.user.update({ where: { id: member.ctx.actor.id }, data: { suspendedAt: new Date() } });
  await setGuildPublic(visitor(), guildId, true);
  expect(await board(visitor())).toEqual([]);
});

test("unlinking removes all data from Discord", async () => {
  await consent(member, [{ id: guildId, name: "Peg friends" }]);
  await database().prisma.user.update({ where: { id: member.ctx.actor.id }, data: { passwordHash: "x" } });
  await unlinkDiscord(member.ctx);
  const where = { userId: member.ctx.actor.id };
  expect(await database().prisma.guildMember.count({ where })).toBe(0);
  expect(await database().prisma.discordGrant.count({ where })).toBe(0);
  await expect(board()).rejects.toMatchObject({ code: "not_found" });
});

test("the only way to sign in cannot be unlinked", async () => {
  await expect(unlinkDiscord(member.ctx)).rejects.toMatchObject({ code: "conflict" });
  expect(await board()).toEqual([member.ctx.actor.handle]);
});

test("a Discord account and an account are linked one to one, also under concurrency", async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => newPlayer(1)));
  const discordId = newSnowflake();
  const links = await Promise.allSettled(people.map((ctx) => linkDiscord(ctx, discordId)));
  expect(links.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(linkDiscord(member.ctx, newSnowflake())).rejects.toMatchObject({ code: "conflict" });
  await expect(linkDiscord(member.ctx, member.discordId)).resolves.toBeUndefined();
});

test("a visitor, a stranger and an unknown guild get the same error", async () => {
  const stranger = await newLinked(1);
  const ask = (ctx: VisitorContext, id: string) =>
    getGuildLeaderboard(ctx, { id, game: "plinko", limit: 1 }).catch(({ code, message, details }) => ({
      code,
      message,
      details,
    }));
  const refusals = await Promise.all([
    ask(visitor(), guildId),
    ask(stranger.ctx, guildId),
    ask(stranger.ctx, newSnowflake()),
    ask(visitor(), "x"),
  ]);
  expect(refusals[0]).toMatchObject({ code: "not_found" });
  expect(new Set(refusals.map((refusal) => JSON.stringify(refusal))).size).toBe(1);
});

test("an administrator can show the leaderboard to everybody, and hide it again", async () => {
  await setGuildPublic(visitor(), guildId, true);
  expect(await board(visitor())).toEqual([member.ctx.actor.handle]);
  await setGuildPublic(visitor(), guildId, false);
  await expect(board(visitor())).rejects.toMatchObject({ code: "not_found" });
});

test("a profile shows only the guilds that its owner chose", async () => {
  const shown = () => listProfileGuilds(visitor(), member.ctx.actor.id);
  await consent(member, [{ id: guildId, name: "Peg friends" }]);
  expect(await shown()).toEqual([]);
  const chosen = { id: guildId, name: "Peg friends", hidden: false, onProfile: true };
  expect(await changeMembership(member.ctx, { id: guildId, onProfile: true })).toEqual(chosen);
  expect(await shown()).toEqual([{ id: guildId, name: "Peg friends" }]);
  expect(await listOwnMemberships(member.ctx)).toEqual([chosen]);
});

test("a membership older than 7 days is read again, and ends when Discord no longer reports it", async () => {
  const other = { id: newSnowflake(), name: "Another" };
  await consent(member, [{ id: guildId, name: "Peg friends" }]);
  const soon = later(member.ctx, (RECHECK_AFTER_MS - DAY_MS) / 1000);
  discord.state.users.get(member.discordId)!.guilds = [other];
  await recheckGuilds(soon);
  expect(await board(soon)).toEqual([member.ctx.actor.handle]);
  const due = later(member.ctx, RECHECK_AFTER_MS / 1000);
  await recheckGuilds(due);
  await expect(board(due)).rejects.toMatchObject({ code: "not_found" });
  // The refresh token of this response is used the next time.
  discord.state.users.get(member.discordId)!.guilds = [other, { id: guildId, name: "Peg friends" }];
  const next = later(due, RECHECK_AFTER_MS / 1000);
  await recheckGuilds(next);
  expect(await board(next)).toEqual([member.ctx.actor.handle]);
});

test("during an outage of Discord a proof is valid for a day longer, and no more", async () => {
  await consent(member, [{ id: guildId, name: "Peg friends" }]);
  discord.state.isDown = true;
  try {
    const due = later(member.ctx, (RECHECK_AFTER_MS + 60_000) / 1000);
    await recheckGuilds(due);
    expect(await board(due)).toEqual([member.ctx.actor.handle]);
    await expect(board(later(member.ctx, PROOF_VALID_MS / 1000))).rejects.toMatchObject({ code: "not_found" });
  } finally {
    discord.state.isDown = false;
  }
});

test("after somebody revokes their consent, Discord is no longer asked about them", async () => {
  await consent(member, [{ id: guildId, name: "Peg friends" }]);
  discord.state.users.get(member.discordId)!.revoked = true;
  await recheckGuilds(later(member.ctx, RECHECK_AFTER_MS / 1000));
  expect(await database().prisma.discordGrant.count({ where: { userId: member.ctx.actor.id } })).toBe(0);
});

test("concurrent rechecks read each list once", async () => {
  await consent(member, [{ id: guildId, name: "Peg friends" }]);
  const due = later(member.ctx, RECHECK_AFTER_MS / 1000);
  await Promise.all(Array.from({ length: 6 }, () => recheckGuilds(due)));
  expect(await board(due)).toEqual([member.ctx.actor.handle]);
  expect(await database().prisma.discordGrant.count({ where: { userId: member.ctx.actor.id } })).toBe(1);
});
