// Slow: it starts its own server, and a fake Discord.
import { randomInt } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LINKED_PATH } from "@/lib/auth/linking";
import { linkDiscord } from "@/lib/domain/play/guilds/commands";
import { database } from "@/lib/infra/database/db";
import { newAccount } from "@/tests/support/api-accounts";
import { startDiscord } from "@/tests/support/discord";
import { type OwnServer, startOwnServer } from "@/tests/support/own-server";
import { sessionCookieOf } from "@/tests/support/session-cookie";

const newId = () => String(randomInt(10 ** 13, 10 ** 14));

async function newMember() {
  const ctx = (await newAccount()).ctx();
  return { ctx, cookie: await sessionCookieOf(ctx) };
}

describe("a Discord account", () => {
  let discord: Awaited<ReturnType<typeof startDiscord>>;
  let server: OwnServer;
  beforeAll(async () => {
    discord = await startDiscord();
    server = await startOwnServer(discord.variables);
  });
  afterAll(async () => {
    await server.stop("SIGKILL");
    await discord.stop();
  });

  function newDiscordUser() {
    const user = { id: newId(), username: "pegfan", guilds: [{ id: newId(), name: "Peg friends" }] };
    discord.state.users.set(user.id, user);
    return user;
  }

  /** Follows a browser's redirects through next-auth and Discord's consent. Returns the final URL and cookies. */
  async function goThrough(discordId: string, callbackUrl: string, cookies: string[], before?: () => Promise<unknown>) {
    const jar = new Map(cookies.map((cookie) => cookie.split(/=(.*)/s) as [string, string]));
    const visit = async (url: string, init: RequestInit = {}) => {
      const cookie = [...jar].map((pair) => pair.join("=")).join("; ");
      const response = await fetch(url, { ...init, redirect: "manual", headers: { ...init.headers, Cookie: cookie } });
      for (const set of response.headers.getSetCookie())
        jar.set(...(set.split(";")[0]!.split(/=(.*)/s) as [string, string]));
      return response;
    };
    const { csrfToken } = (await (await visit(`${server.url}/api/auth/csrf`)).json()) as { csrfToken: string };
    const asked = await visit(`${server.url}/api/auth/signin/discord`, {
      method: "POST",
      body: new URLSearchParams({ csrfToken, callbackUrl, json: "true" }),
    });
    const { url } = (await asked.json()) as { url: string };
    expect(new URL(url).searchParams.get("scope")).toBe("identify guilds");
    discord.state.consenting = discordId;
    const consented = await fetch(url, { redirect: "manual" });
    await before?.();
    const back = await visit(consented.headers.get("location")!);
    return { end: back.headers.get("location")?.replace(server.url, ""), jar };
  }

  const ownerOf = async (providerAccountId: string) =>
    (await database().prisma.oAuthAccount.findMany({ where: { providerAccountId } })).map(({ userId }) => userId);

  test("is linked to the signed-in account, keeps the session, and brings its guilds", async () => {
    const { ctx, cookie } = await newMember();
    const user = newDiscordUser();
    const { end, jar } = await goThrough(user.id, LINKED_PATH, [cookie]);
    expect(end).toBe(LINKED_PATH);
    expect(await ownerOf(user.id)).toEqual([ctx.actor.id]);
    expect(await database().prisma.session.count({ where: { userId: ctx.actor.id } })).toBe(1);
    const board = await fetch(`${server.url}/api/guilds/${user.guilds[0]!.id}/leaderboard`, {
      headers: { Cookie: [...jar].map((pair) => pair.join("=")).join("; ") },
    });
    expect(await board.json()).toMatchObject({ guild: user.guilds[0] });
  });

  test("signs its owner in", async () => {
    const { ctx } = await newMember();
    const user = newDiscordUser();
    await linkDiscord(ctx, user.id);
    await goThrough(user.id, "/", []);
    expect(await ownerOf(user.id)).toEqual([ctx.actor.id]);
    expect(await database().prisma.session.count({ where: { userId: ctx.actor.id } })).toBe(2);
  });

  test("that is linked to another account stays linked to it", async () => {
    const [owner, other] = await Promise.all([newMember(), newMember()]);
    const user = newDiscordUser();
    await linkDiscord(owner.ctx, user.id);
    expect((await goThrough(user.id, LINKED_PATH, [other.cookie])).end).toBe("/settings/account?discord=taken");
    expect(await ownerOf(user.id)).toEqual([owner.ctx.actor.id]);
  });

  test("is not linked, and creates no account, if the session has ended meanwhile", async () => {
    const { ctx, cookie } = await newMember();
    const user = newDiscordUser();
    const endSession = () => database().prisma.session.deleteMany({ where: { userId: ctx.actor.id } });
    expect((await goThrough(user.id, LINKED_PATH, [cookie], endSession)).end).toBe("/login?error=SessionRequired");
    expect(await ownerOf(user.id)).toEqual([]);
  });

  test("is not linked by a sign-in outside of the settings", async () => {
    const { ctx, cookie } = await newMember();
    const user = newDiscordUser();
    await goThrough(user.id, "/", [cookie]);
    expect(await ownerOf(user.id)).not.toEqual([ctx.actor.id]);
  });
});
