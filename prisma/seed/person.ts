import { claimCoins, claimQuest, placeBet, purchaseItem } from "@/lib/domain/play/coins/commands";
import { coinsOf } from "@/lib/domain/play/coins/ledger";
import { canClaim, type ShopItem } from "@/lib/domain/play/coins/rules";
import { type Actor, type Context, write } from "@/lib/domain/kernel/context";
import { answerChallenge, challengeUser } from "@/lib/domain/play/duels/commands";
import { bookmarkPost, likePost, repostPost } from "@/lib/domain/writing/engagement/commands";
import { addComment } from "@/lib/domain/writing/comments/commands";
import { newComment } from "@/lib/domain/writing/comments/schema";
import { followUser } from "@/lib/domain/people/graph/commands";
import { prepareImage, uploadImage } from "@/lib/domain/writing/media/upload";
import { markRead } from "@/lib/domain/consequences/notifications/unread";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { type NewPost, newPost } from "@/lib/domain/writing/posts/schema";
import { listQuests } from "@/lib/domain/play/progression/queries";
import { changeRoom, createRoom } from "@/lib/domain/play/rooms/commands";
import { joinRoom, leaveRoom } from "@/lib/domain/play/rooms/membership";
import { sendMessage, addReaction } from "@/lib/domain/play/rooms/messages";
import { newMessage, newRoom } from "@/lib/domain/play/rooms/schema";
import { draw, type Picture } from "./images";
import type { World } from "./world";

export interface Post {
  id: string;
  author: Person;
}

export interface Room {
  code: string;
}

export interface Message {
  id: string;
  room: Room;
}

const MIDDLE_CUP = 3;

export interface Comment {
  id: string;
  post: Post;
}

/** A demo person. All their acts go through the domain, so counts, coins and notifications are consistent. */
export class Person {
  constructor(
    private readonly world: World,
    readonly actor: Actor,
    readonly since: Date,
  ) {}

  async posts(content: string, audience: NewPost["audience"] = "PUBLIC"): Promise<Post> {
    const { id } = await createPost(this.in(180), newPost.parse({ content, audience }));
    return { id, author: this };
  }

  async quotes({ id }: Post, content: string): Promise<Post> {
    const quote = await createPost(this.in(180), newPost.parse({ content, quote_id: id }));
    return { id: quote.id, author: this };
  }

  async shows(picture: Picture, content: string): Promise<Post> {
    const ctx = this.in(180);
    const image = await uploadImage(
      ctx,
      { alt: picture.alt },
      await prepareImage(ctx, { file: { bytes: await draw(picture) } }),
    );
    const { id } = await createPost(ctx, newPost.parse({ content, media_ids: [image.id] }));
    return { id, author: this };
  }

  async comments(post: Post, content: string): Promise<Comment> {
    const { id } = await addComment(this.in(150), { id: post.id, ...newComment.parse({ content }) });
    return { id, post };
  }

  async replies({ id: parent_id, post }: Comment, content: string): Promise<Comment> {
    const { id } = await addComment(this.in(120), { id: post.id, ...newComment.parse({ content, parent_id }) });
    return { id, post };
  }

  async likes(...posts: Post[]): Promise<void> {
    for (const { id } of posts) await likePost(this.in(20), { id });
  }

  async reposts(post: Post): Promise<void> {
    await repostPost(this.in(30), post);
  }

  async bookmarks(...posts: Post[]): Promise<void> {
    for (const { id } of posts) await bookmarkPost(this.in(15), { id });
  }

  async follows(...people: Person[]): Promise<void> {
    for (const { actor } of people) await followUser(this.in(25), actor);
  }

  async opensRoom(name: string): Promise<Room> {
    return createRoom(this.in(60), newRoom.parse({ name }), {});
  }

  async joins({ code }: Room): Promise<void> {
    await joinRoom(this.in(90), { code }, { passwordHash: null });
  }

  async leaves({ code }: Room): Promise<void> {
    await leaveRoom(this.in(60), { code });
  }

  async says(room: Room, content: string): Promise<Message> {
    const { id } = await sendMessage(this.in(45), { code: room.code, ...newMessage.parse({ content }) });
    return { id, room };
  }

  async answers({ id: replyTo, room }: Message, content: string): Promise<Message> {
    const { id } = await sendMessage(this.in(40), { code: room.code, ...newMessage.parse({ content, replyTo }) });
    return { id, room };
  }

  async reactsTo({ id, room: { code } }: Message, emoji: string): Promise<void> {
    await addReaction(this.in(10), { code, id, emoji });
  }

  async pins({ id, room: { code } }: Message): Promise<void> {
    await changeRoom(this.in(20), { code, pinned: id }, {});
  }

  /** Makes the room permanent: it stays open when empty, and this person stays its host while away. */
  async keepsOpen({ code }: Room): Promise<void> {
    const ctx = this.in(30);
    await write(ctx, "seed.keepOpen")`
      WITH kept AS (UPDATE "Room" SET permanent = true WHERE code = ${code} RETURNING id)
      UPDATE "RoomMember" SET "awayAt" = ${ctx.now} FROM kept WHERE "roomId" = kept.id AND "userId" = ${this.actor.id}`;
  }

  /** Drops `times` balls, always with the same stake. */
  async plays({ times, cup, stake }: { times: number; cup: number; stake: number }): Promise<void> {
    let coins = await this.coins();
    for (let turn = 0; turn < times; turn += 1) {
      if (coins < stake) await this.claims();
      coins = await this.drops(cup, stake);
    }
  }

  /** Stakes everything on the middle cup until there are `until` coins, or `atMost` balls have fallen. */
  async playsBoldly({ until, atMost }: { until: number; atMost: number }): Promise<void> {
    let coins = await this.coins();
    for (let turn = 0; turn < atMost && coins < until; turn += 1) {
      if (canClaim(coins)) coins = await this.claims();
      coins = await this.drops(MIDDLE_CUP, coins);
    }
  }

  async challenges(other: Person): Promise<string> {
    return (await challengeUser(this.in(60), { game: "duel", opponent: other.actor.id })).id;
  }

  /** Plays a duel with every ball on one cup, and the given chips on each ball. */
  async playsDuel(id: string, { cup, stakes }: { cup: number; stakes: readonly number[] }): Promise<void> {
    const picks = stakes.map((stake) => ({ bin: cup - 1, stake }));
    await answerChallenge(this.in(90), { id, action: "play", clientSeed: `${this.actor.handle} was here`, picks });
  }

  async collects(): Promise<void> {
    const { data } = await listQuests(this.in(10));
    for (const { key, waiting } of data) if (waiting > 0) await claimQuest(this.in(10), { key });
  }

  async buys(item: ShopItem): Promise<void> {
    await purchaseItem(this.in(30), { item });
  }

  async catchesUp(): Promise<void> {
    await markRead(this.in(10), { all: true });
  }

  private coins(): Promise<number> {
    return coinsOf(this.in(0));
  }

  private async claims(): Promise<number> {
    return (await claimCoins(this.in(6))).newBalance;
  }

  /** Drops a ball. Cups are counted from 1, as people do. */
  private async drops(cup: number, amount: number): Promise<number> {
    return (await placeBet(this.in(8), { bin: cup - 1, amount })).newBalance;
  }

  /** Returns this person's context after about `seconds` more. */
  private in(seconds: number): Context {
    this.world.pass(seconds);
    return this.world.contextOf(this.actor);
  }
}
