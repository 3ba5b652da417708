import { setTimeout as sleep } from "node:timers/promises";
import type { Account } from "@/tests/support/api-accounts";
import { type Client, isTemporary, waitFor } from "./client";

/** The relative frequency of each act. */
const MIX: [Act, number][] = [
  ["post", 5],
  ["like", 5],
  ["comment", 4],
  ["message", 3],
  ["follow", 2],
  ["bet", 2],
  ["upload", 1],
];
const TOTAL = MIX.reduce((sum, [, weight]) => sum + weight, 0);
/** After this time, a bet whose response was lost has either been placed or never will be. */
const SETTLED_MS = 1000;
export const ROOM_PASSWORD = "open sesame";

type Act = "post" | "like" | "comment" | "message" | "follow" | "bet" | "upload";

/** What anybody can act on. */
export interface World {
  postIds: string[];
  handles: string[];
  image: Blob;
}

/** A person who uses the API with a key and the site with a session, and records what was acknowledged. */
export class Person {
  readonly done = {
    posts: new Set<string>(),
    likes: new Set<string>(),
    comments: new Set<string>(),
    messages: new Set<string>(),
    follows: new Set<string>(),
    images: new Set<string>(),
    bets: 0,
  };

  constructor(
    readonly account: Account,
    readonly client: Client,
    private readonly roomCode: string,
    private readonly world: World,
  ) {}

  async act(): Promise<void> {
    let rest = Math.random() * TOTAL;
    const [act] = MIX.find(([, weight]) => (rest -= weight) < 0) ?? ["post"];
    await this[act]();
  }

  async subscribe(url: string): Promise<void> {
    await this.client.act("POST", "/api/v1/webhooks", { url, events: ["*"] });
  }

  async joinRoom(): Promise<void> {
    await this.client.act("POST", `/api/rooms/${this.roomCode}/join`, { password: ROOM_PASSWORD });
  }

  async post(): Promise<void> {
    const content = `${this.account.handle} says something for the ${this.done.posts.size + 1}. time`;
    const { id } = await this.client.act<{ id: string }>("POST", "/api/v1/posts", { content });
    this.done.posts.add(id);
    this.world.postIds.push(id);
  }

  private async like(): Promise<void> {
    const id = anyOf(this.world.postIds.filter((postId) => !this.done.likes.has(postId)));
    if (id === undefined) return this.post();
    await this.client.act("POST", `/api/v1/posts/${id}/like`);
    this.done.likes.add(id);
  }

  private async comment(): Promise<void> {
    const postId = anyOf(this.world.postIds);
    if (postId === undefined) return this.post();
    const path = `/api/v1/posts/${postId}/comments`;
    const { id } = await this.client.act<{ id: string }>("POST", path, { content: "Well said." });
    this.done.comments.add(id);
  }

  private async follow(): Promise<void> {
    const strangers = this.world.handles.filter(
      (handle) => handle !== this.account.handle && !this.done.follows.has(handle),
    );
    const handle = anyOf(strangers);
    if (handle === undefined) return this.post();
    await this.client.act("POST", `/api/v1/users/${handle}/follow`);
    this.done.follows.add(handle);
  }

  private async upload(): Promise<void> {
    const form = new FormData();
    form.set("image", this.world.image, "board.png");
    const { id } = await this.client.act<{ id: string }>("POST", "/api/v1/images", form);
    this.done.images.add(id);
  }

  /** Joins first, because a member without a stream is removed after half an hour. */
  private async message(): Promise<void> {
    await this.joinRoom();
    const path = `/api/rooms/${this.roomCode}/messages`;
    const { id } = await this.client.act<{ id: string }>("POST", path, { content: "Hello, everybody" });
    this.done.messages.add(id);
  }

  /**
   * Drops a ball. Bets take no idempotency key: after a lost response, the number of drops in the next commitment tells
   * whether the bet was placed. The board in the browser does the same.
   */
  private async bet(): Promise<void> {
    for (;;) {
      const reply = await this.client.send("POST", "/api/coins/bet", { bin: 2, amount: 1 });
      if (reply?.status === 200) break;
      if (!isTemporary(reply)) throw new Error(`A bet was answered ${reply?.status}: ${reply?.text}`);
      await waitFor(reply);
      if (reply?.status !== 429 && (await this.isBetPlaced())) break;
    }
    this.done.bets += 1;
  }

  private async isBetPlaced(): Promise<boolean> {
    await sleep(SETTLED_MS);
    const { nonce } = await this.client.act<{ nonce: number }>("GET", "/api/coins/fairness");
    return nonce > this.done.bets;
  }
}

function anyOf<Item>(items: readonly Item[]): Item | undefined {
  return items[Math.floor(Math.random() * items.length)];
}
