import { beforeEach, describe, expect, test } from "vitest";
import { changeMembership, recordPresence } from "@/lib/domain/play/guilds/commands";
import { database } from "@/lib/infra/database/db";
import { type Linked, newLinked, newSnowflake } from "@/tests/lib/domain/play/guilds/members";
import { newApplication } from "@/tests/support/discord";
import { useVariables } from "@/tests/support/variables";
import { application, command, context, GET, post, POST, request } from "./signed";

useVariables(application.variables);

const MINUTES = 60_000;

let guildId: string;
let ada: Linked;
let ben: Linked;
beforeEach(async () => {
  guildId = newSnowflake();
  [ada, ben] = await Promise.all([newLinked(70), newLinked(50)]);
  await recordPresence(ben.ctx, guildId);
});

const duels = () => database().prisma.duel.count({ where: { challengerId: ada.ctx.actor.id } });

describe("what Discord signed", () => {
  const PING = '{"type":1}';

  test("a ping is answered with a pong", async () => {
    expect(await post(PING)).toEqual({ status: 200, json: { type: 1 } });
  });

  test.each([-4 * MINUTES, 4 * MINUTES])("is accepted if the clocks differ by %d ms", async (ms) => {
    expect((await post(PING, application.sign(PING, new Date(Date.now() + ms)))).status).toBe(200);
  });

  test.each([-6 * MINUTES, 6 * MINUTES, -365 * 24 * 60 * MINUTES])(
    "is rejected if the clocks differ by %d ms",
    async (ms) => {
      expect((await post(PING, application.sign(PING, new Date(Date.now() + ms)))).status).toBe(401);
    },
  );

  test("is answered once: a replay is rejected and does nothing", async () => {
    const body = command({ name: "duel", by: ada, in: guildId, options: { member: ben.discordId } });
    const headers = application.sign(body);
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(body, headers)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    expect(await duels()).toBe(1);
  });

  test("a command that was rejected is not run by a later replay", async () => {
    const body = command({ name: "duel", by: ada, in: guildId, options: { member: ben.discordId } });
    await changeMembership(ben.ctx, { id: guildId, hidden: true });
    expect((await post(body)).status).toBe(200);
    await changeMembership(ben.ctx, { id: guildId, hidden: false });
    expect((await post(body)).status).toBe(409);
    expect(await duels()).toBe(0);
  });
});

describe("what Discord did not sign", () => {
  const body = '{"type":1}';
  const signed = application.sign(body);
  const other = newApplication().sign(body);
  test.each([
    ["has no signature", body, {}],
    ["has another application's", body, other],
    ["has another body", '{"type":1} ', signed],
    [
      "has another timestamp",
      body,
      { ...signed, "X-Signature-Timestamp": `${Number(signed["X-Signature-Timestamp"]) + 1}` },
    ],
    ["has no timestamp", body, { "X-Signature-Ed25519": signed["X-Signature-Ed25519"] }],
    ["has a signature of another length", body, { ...signed, "X-Signature-Ed25519": "ab" }],
    ["has a signature that is no hex", body, { ...signed, "X-Signature-Ed25519": "z".repeat(128) }],
    ["is no JSON", "{", {}],
    ["is empty", "", {}],
  ])("is rejected if it %s", async (_name, text, headers) => {
    expect(await post(text, headers)).toMatchObject({ status: 401, json: { error: expect.any(String) } });
  });

  test("is rejected if it is not text", async () => {
    expect((await POST(request(new Uint8Array([255, 254, 0]), signed), context)).status).toBe(401);
  });
});

test.each([
  "[]",
  "null",
  "1",
  "{",
  '{"type":2}',
  '{"type":3}',
  '{"type":"1"}',
  '{"type":2,"id":"x","data":{"name":5}}',
  '{"type":2,"id":"1","user":{"id":"1"},"data":{"name":"profile","options":[{"name":"handle","value":"\\u0000"}]}}',
])("the signed body %s is rejected as unreadable", async (body) => {
  expect((await post(body)).status).toBe(400);
});

test("other methods are rejected", async () => {
  const answer = await GET(new Request("http://localhost/api/discord/interactions"), context);
  expect({ status: answer.status, allow: answer.headers.get("allow") }).toEqual({
    status: 405,
    allow: "POST, OPTIONS",
  });
});
