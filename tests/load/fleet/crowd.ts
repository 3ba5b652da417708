import { setTimeout as sleep } from "node:timers/promises";
import { type Account, newAccount } from "@/tests/support/api-accounts";
import { png } from "@/tests/lib/domain/writing/media/images";
import { sessionCookieOf } from "@/tests/support/session-cookie";
import { endow } from "../siege/member";
import { type Answers, Client } from "./client";
import { Person, ROOM_PASSWORD, type World } from "./person";

const ROOMS = 5;
/** Enough for all bets of the longest run. */
const COINS = 100_000;
export const SESSION_SECONDS = 86_400;
/** The mean pause between two acts of a person; the maximum is twice this. */
const MEAN_PAUSE_MS = 5000;

/** Somebody with coins, an API key and a session. */
export interface Member {
  account: Account;
  cookie: string;
}

export async function newMembers(size: number): Promise<Member[]> {
  const members: Member[] = [];
  for (let n = 0; n < size; n += 1) {
    const account = await newAccount();
    await endow({ account }, COINS);
    members.push({ account, cookie: await sessionCookieOf(account.ctx(), SESSION_SECONDS) });
  }
  return members;
}

/** People who act concurrently, each at their own pace. */
export class Crowd {
  acts = 0;
  readonly failures: string[] = [];

  private constructor(readonly people: Person[]) {}

  /** Gives the members their rooms, webhook endpoints and first posts. */
  static async gather(
    members: readonly Member[],
    { url }: { url: string },
    receiverUrl: string,
    answers: Answers,
  ): Promise<Crowd> {
    const world: World = { postIds: [], handles: [], image: new Blob([new Uint8Array(await png())]) };
    const codes: string[] = [];
    const people: Person[] = [];
    for (const [n, { account, cookie }] of members.entries()) {
      const headers = { Authorization: `Bearer ${account.key}`, Cookie: cookie };
      const client = new Client({ url, address: addressOf(n), headers, answers });
      const room = n % ROOMS;
      codes[room] ??= (
        await client.act<{ code: string }>("POST", "/api/rooms", {
          name: `Room ${room}`,
          maxMembers: 50,
          password: ROOM_PASSWORD,
        })
      ).code;
      world.handles.push(account.handle);
      const person = new Person(account, client, codes[room], world);
      await person.joinRoom();
      people.push(person);
    }
    for (const person of people) await person.subscribe(receiverUrl);
    await Promise.all(people.map((person) => person.post()));
    return new Crowd(people);
  }

  /** Everybody acts until `isOver`. */
  async act(isOver: () => boolean): Promise<void> {
    await Promise.all(
      this.people.map(async (person) => {
        while (!isOver()) {
          await sleep(Math.random() * 2 * MEAN_PAUSE_MS);
          await person.act().catch((error: Error) => this.failures.push(error.message));
          this.acts += 1;
        }
      }),
    );
  }
}

/** Each has a separate address on loopback, like visitors. */
export function addressOf(n: number): string {
  return `127.1.${Math.floor(n / 250)}.${(n % 250) + 1}`;
}
