import { randomUUID } from "node:crypto";
import http from "node:http";
import { type Actor, createContext } from "@/lib/domain/kernel/context";
import { issueKey } from "@/lib/domain/accounts/keys/commands";
import { SCOPE_NAMES } from "@/lib/domain/accounts/keys/scopes";
import { hashPassword } from "@/lib/domain/accounts/users/password";
import { database } from "@/lib/infra/database/db";
import { sessionCookieOf } from "@/tests/support/session-cookie";
import { exchange } from "../hammer";
import { endow } from "../siege/member";

/** So many that each acts as rarely as a real person: some writes happen once a minute at most. */
const PEOPLE = 1500;
const POSTS = 20_000;
const ROOMS = 30;
const ROOM_MEMBERS = 10;
const COINS = 1_000_000;
export const PASSWORD = "four words make one";
const SESSION_SECONDS = 86_400;

export interface Participant {
  id: string;
  handle: string;
  key: string;
  cookie: string;
}

export interface Population {
  people: Participant[];
  /** Public posts, of many authors. */
  postIds: string[];
  /** The words that posts contain. */
  words: string[];
  /** Each with its members. */
  rooms: { code: string; members: Participant[] }[];
}

/** People of a filled database who act: each with a session, a key, a password and coins, and some of them in rooms. */
export async function openPopulation(url: string): Promise<Population> {
  const { prisma } = database();
  // Not by the first account, which everybody follows and which wrote an eighth of all posts: its row would be
  // contended.
  const posts = await prisma.$queryRaw<{ id: string; content: string }[]>`
    SELECT p.id, p.content FROM "Post" p JOIN "User" u ON u.id = p."authorId"
     WHERE u.handle <> 'user_1' AND p."deletedAt" IS NULL AND p.audience = 'PUBLIC' AND p."communityId" IS NULL
       AND p."priceCoins" IS NULL
     ORDER BY random() LIMIT ${POSTS}`;
  const actors = await prisma.$queryRaw<Actor[]>`
    SELECT id, handle, name, image, role::text, tier::text FROM "User"
     WHERE handle LIKE 'user_%' AND handle <> 'user_1'
       -- Without blocks and mutes, in either direction.
       AND NOT EXISTS (SELECT FROM "HiddenPerson" h WHERE h."personId" = "User".id OR h."viewerId" = "User".id)
     ORDER BY random() LIMIT ${PEOPLE}`;
  const passwordHash = await hashPassword({}, PASSWORD);
  await prisma.user.updateMany({ where: { id: { in: actors.map(({ id }) => id) } }, data: { passwordHash } });
  await prisma.profile.deleteMany({ where: { userId: { in: actors.map(({ id }) => id) } } });
  await prisma.ledgerEntry.deleteMany({ where: { userId: { in: actors.map(({ id }) => id) } } });
  const people: Participant[] = [];
  for (const actor of actors) {
    const ctx = createContext({ actor, channel: "api" });
    const { key } = await issueKey(ctx, { name: "capacity", scopes: [...SCOPE_NAMES], expiresInDays: null });
    await endow({ account: actor }, COINS);
    people.push({ id: actor.id, handle: actor.handle, key, cookie: await sessionCookieOf(ctx, SESSION_SECONDS) });
  }
  return {
    people,
    postIds: posts.map(({ id }) => id),
    words: posts.map(({ content }) => content.split(" ").at(-2) ?? "row"),
    rooms: await openRooms(url, people.slice(0, ROOMS * ROOM_MEMBERS)),
  };
}

async function openRooms(url: string, people: Participant[]): Promise<Population["rooms"]> {
  const agent = new http.Agent({ keepAlive: true });
  const post = (path: string, { cookie }: Participant, body: object) => {
    const headers = { Cookie: cookie, "Idempotency-Key": randomUUID() };
    return exchange(agent, { method: "POST", url: url + path, headers, body: JSON.stringify(body) });
  };
  const rooms: Population["rooms"] = [];
  for (let first = 0; first < people.length; first += ROOM_MEMBERS) {
    const members = people.slice(first, first + ROOM_MEMBERS);
    const [host, ...guests] = members;
    const { code } = JSON.parse(await post("/api/rooms", host!, { name: "A room", maxMembers: ROOM_MEMBERS })) as {
      code: string;
    };
    for (const guest of guests) await post(`/api/rooms/${code}/join`, guest, {});
    rooms.push({ code, members });
  }
  agent.destroy();
  return rooms;
}
