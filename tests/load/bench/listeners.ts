import type { Context } from "@/lib/domain/kernel/context";
import { likePost, unlikePost } from "@/lib/domain/writing/engagement/commands";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { createEndpoint } from "@/lib/domain/consequences/webhooks/commands";
import { MAX_ENDPOINTS } from "@/lib/domain/consequences/webhooks/rules";
import { newPerson } from "@/tests/support/people";
import { median } from "../contest";
import { percent } from "./requests";
import { table } from "./table";

const ROUNDS = 7;
const FANS = 16;
/** Likes of each fan in a round, every second one undone. */
const ACTS = 120;

interface Measured {
  ms: number;
  processorMs: number;
}

/**
 * The time, and processor time of this process, of a like whose author has ten endpoints subscribed to it, compared
 * with an author who has none. Announcing happens later, in another process.
 */
export async function measureListeners(): Promise<void> {
  const fans = await Promise.all(Array.from({ length: FANS }, () => newPerson()));
  const [quiet, heard] = [await newPerson(), await newPerson()];
  for (let index = 0; index < MAX_ENDPOINTS; index++)
    await createEndpoint(heard, { url: "https://example.com/hook", events: ["incoming.*"] });
  const posts = { none: await postsOf(quiet), ten: await postsOf(heard) };
  const rounds: Record<keyof typeof posts, Measured>[] = [];
  for (let round = 0; round <= ROUNDS; round++)
    rounds.push({ none: await likeAll(fans, posts.none), ten: await likeAll(fans, posts.ten) });
  // The first round warms up.
  const measured = rounds.slice(1);
  const middle = (of: (round: (typeof rounds)[number]) => number) => median(measured.map(of));
  table(
    ["likes", "ms", "processor ms"],
    [
      [
        "of an author without endpoints",
        middle(({ none }) => none.ms).toFixed(2),
        middle(({ none }) => none.processorMs).toFixed(2),
      ],
      [
        `with ${MAX_ENDPOINTS} endpoints`,
        middle(({ ten }) => ten.ms).toFixed(2),
        middle(({ ten }) => ten.processorMs).toFixed(2),
      ],
      [
        "of it",
        percent(middle(({ none, ten }) => ten.ms / none.ms)),
        percent(middle(({ none, ten }) => ten.processorMs / none.processorMs)),
      ],
    ],
  );
}

/** One post per fan, so that no two contend for one row. */
function postsOf(author: Context): Promise<string[]> {
  const publish = async () => (await createPost(author, { content: "Like this", audience: "PUBLIC" })).id;
  return Promise.all(Array.from({ length: FANS }, publish));
}

async function likeAll(fans: readonly Context[], posts: readonly string[]): Promise<Measured> {
  const [startedAt, processor] = [performance.now(), process.cpuUsage()];
  await Promise.all(
    fans.map(async (fan, index) => {
      const id = posts[index] ?? "";
      for (let act = 0; act < ACTS; act += 2) {
        await likePost({ ...fan, now: new Date() }, { id });
        await unlikePost({ ...fan, now: new Date() }, { id });
      }
    }),
  );
  const { user, system } = process.cpuUsage(processor);
  const acts = FANS * ACTS;
  return { ms: (performance.now() - startedAt) / acts, processorMs: (user + system) / 1000 / acts };
}
