import { randomInt } from "node:crypto";
import { describe, expect, test } from "vitest";
import { linkDiscord, recordPresence } from "@/lib/domain/play/guilds/commands";
import { send } from "@/tests/support/api";
import { newAccount } from "@/tests/support/api-accounts";
import { productApplication } from "@/tests/support/discord";
import { sessionCookieOf } from "@/tests/support/session-cookie";

const newId = () => String(randomInt(10 ** 13, 10 ** 14));

async function newMember() {
  const ctx = (await newAccount()).ctx();
  return { ctx, cookie: await sessionCookieOf(ctx) };
}

describe("over HTTP", () => {
  test("a hidden guild and its page look like a missing one", async () => {
    const guildId = newId();
    const [member, stranger] = await Promise.all([newMember(), newMember()]);
    await linkDiscord(member.ctx, newId());
    await recordPresence(member.ctx, guildId);
    const ask = (id: string, cookie?: string) =>
      send(`/api/guilds/${id}/leaderboard`, { headers: cookie ? { Cookie: cookie } : {} });
    expect(await ask(guildId, member.cookie)).toMatchObject({ status: 200, json: { guild: { id: guildId } } });
    const refusals = [await ask(guildId), await ask(guildId, stranger.cookie), await ask(newId(), stranger.cookie)];
    expect(refusals.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(refusals.map(({ text }) => text)).size).toBe(1);
    const page = async (id: string, cookie?: string) =>
      (await send(`/guilds/${id}`, { headers: cookie ? { Cookie: cookie } : {} })).status;
    expect([await page(guildId, member.cookie), await page(guildId), await page(newId())]).toEqual([200, 404, 404]);
  });

  test("only an interaction that Discord signed, byte for byte, is answered", async () => {
    const text = '{ "type": 1, "note": "héllo" }';
    const post = (headers: Record<string, string>) =>
      send("/api/discord/interactions", {
        method: "POST",
        text,
        headers: { "Content-Type": "application/json", ...headers },
      });
    expect(await post(productApplication.sign(text))).toMatchObject({ status: 200, json: { type: 1 } });
    expect((await post(productApplication.sign(JSON.stringify(JSON.parse(text))))).status).toBe(401);
    expect((await post({})).status).toBe(401);
  });
});
