import { describe, expect, test } from "vitest";
import { followUser } from "@/lib/domain/people/graph/commands";
import { profile as profileSchema } from "@/lib/domain/accounts/users/schema";
import { newPerson } from "@/tests/support/people";
import { useVariables } from "@/tests/support/variables";
import { callRoute } from "./call-route";

useVariables({ RATE_LIMIT_PULSE: "5/60" });

describe("POST /api/pulse", () => {
  test("200 with the requested sections only; an absent body requests none", async () => {
    const person = await newPerson();
    expect(await callRoute("POST /api/pulse", { as: person })).toMatchObject({ status: 200, body: { ok: true } });
    const { body } = await callRoute("POST /api/pulse", {
      as: person,
      json: { want: ["friends", "activeFriends", "notifications"] },
    });
    expect(body).toEqual({ ok: true, friends: [], activeFriends: [], notifications: 0 });
  });

  test("400 for an unknown section, 401 without a session", async () => {
    expect((await callRoute("POST /api/pulse", { as: await newPerson(), json: { want: ["weather"] } })).status).toBe(
      400,
    );
    expect((await callRoute("POST /api/pulse")).status).toBe(401);
  });

  test("200 without sections for a tab that polls too often", async () => {
    const person = await newPerson();
    for (let call = 0; call < 5; call += 1) await callRoute("POST /api/pulse", { as: person });
    expect(await callRoute("POST /api/pulse", { as: person, json: { want: ["friends"] } })).toMatchObject({
      status: 200,
      body: { ok: true, throttled: true },
    });
  });
});

describe("the older routes", () => {
  test("still work for members, and reject visitors", async () => {
    const person = await newPerson();
    expect(await callRoute("POST /api/presence/heartbeat", { as: person })).toMatchObject({
      status: 200,
      body: { ok: true },
    });
    expect(await callRoute("GET /api/presence/friends", { as: person })).toMatchObject({
      status: 200,
      body: { friends: [] },
    });
    expect(await callRoute("GET /api/friends/active", { as: person })).toMatchObject({
      status: 200,
      body: { friends: [] },
    });
    for (const route of [
      "POST /api/presence/heartbeat",
      "GET /api/presence/friends",
      "GET /api/friends/active",
      "GET /api/notifications/unread-count",
    ] as const) {
      expect((await callRoute(route)).status).toBe(401);
    }
  });

  test("the online count is the same for all, and cacheable for thirty seconds", async () => {
    await callRoute("POST /api/presence/heartbeat", { as: await newPerson() });
    const { status, headers, body } = await callRoute("GET /api/presence/online-count");
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("public, max-age=30");
    expect((body as { count: number }).count).toBeGreaterThan(0);
  });
});

describe("notifications", () => {
  test("are unread until they are read by id or all at once, by their owner", async () => {
    const [person, fan] = [await newPerson(), await newPerson()];
    await followUser(fan, person.actor);
    const count = async () => (await callRoute("GET /api/notifications/unread-count", { as: person })).body;
    expect(await count()).toEqual({ count: 1 });
    expect((await callRoute("POST /api/notifications/read", { as: fan, json: { all: true } })).status).toBe(200);
    expect(await count()).toEqual({ count: 1 });
    expect(await callRoute("POST /api/notifications/read", { as: person, json: { all: true } })).toMatchObject({
      status: 200,
      body: { count: 0 },
    });
    for (const json of [{}, { ids: [] }, { ids: ["x"], all: true }, { all: false }]) {
      expect((await callRoute("POST /api/notifications/read", { as: person, json })).status).toBe(400);
    }
  });
});

describe("GET /api/profile/{id}", () => {
  test("200 for any visitor, with the defaults for an account without a ledger", async () => {
    const person = await newPerson();
    const { status, body } = await callRoute("GET /api/profile/{id}", { params: { id: person.actor.id } });
    expect(status).toBe(200);
    expect(profileSchema.parse(body)).toMatchObject({
      id: person.actor.id,
      coins: 10,
      hasProfilePet: false,
      viewer: null,
    });
  });

  test("tells members whether they follow the person, and the person them", async () => {
    const [person, fan] = [await newPerson(), await newPerson()];
    await followUser(fan, person.actor);
    expect((await callRoute("GET /api/profile/{id}", { as: fan, params: { id: person.actor.id } })).body).toMatchObject(
      {
        viewer: { following: true, followsYou: false },
      },
    );
    expect((await callRoute("GET /api/profile/{id}", { as: person, params: { id: fan.actor.id } })).body).toMatchObject(
      {
        viewer: { following: false, followsYou: true },
      },
    );
  });

  test.each(["nobody", "", "a\u0000b", "../me"])("404 for the id “%s”", async (id) => {
    expect((await callRoute("GET /api/profile/{id}", { params: { id } })).status).toBe(404);
  });
});

describe("quests", () => {
  test("list those of today; none can be claimed before it is completed, nor under another key", async () => {
    const person = await newPerson();
    const { body } = await callRoute("GET /api/quests", { as: person });
    expect((body as { data: { key: string; count: number }[] }).data.map(({ key, count }) => [key, count])).toEqual([
      ["post", 0],
      ["like", 0],
      ["comment", 0],
      ["follow", 0],
      ["play", 0],
    ]);
    expect((await callRoute("POST /api/quests/{key}/claim", { as: person, params: { key: "play" } })).status).toBe(409);
    expect((await callRoute("POST /api/quests/{key}/claim", { as: person, params: { key: "sleep" } })).status).toBe(
      404,
    );
  });
});
