import type { Context } from "@/lib/domain/context";
import { likePost, unlikePost } from "@/lib/domain/engagement/commands";
import { createPost } from "@/lib/domain/posts/commands";
import { createEndpoint } from "@/lib/domain/webhooks/commands";
import { MAX_ENDPOINTS } from "@/lib/domain/webhooks/rules";
import { newPerson } from "@/tests/support/people";
import { median } from "../contest";
import { percent } from "./requests";
import { table } from "./table";

const ROUNDS = 7;
const FANS = 16;
/** Likes of each fan in a round, every other one taken back. */
const ACTS = 120;

interface Measured {
  ms: number;
  processorMs: number;
}

/**
 * What a like costs its actor, by time and by processor time of this process, when its author hears of it at ten
 * endpoints, beside one whose author has none. What is told afterwards is another process's work.
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

/** A post for each fan, so that no two of them wait for one row. */
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
