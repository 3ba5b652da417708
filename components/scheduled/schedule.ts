import { type Draft, once, prepare } from "@/components/posts/posted";
import { call } from "@/lib/client/call";
import { inWords } from "./moment";

/** Schedules a draft, once. Needs an answer, so that it never waits for a connection. Returns what to say of it. */
export async function schedule(draft: Draft, at: Date) {
  const post = { ...(await prepare(draft)), publish_at: at.toISOString() };
  await once(post, (idempotencyKey) => call("POST /api/me/scheduled-posts", post, { idempotencyKey }));
  return { text: `Scheduled: it goes out ${inWords(at, Date.now())}.`, tone: "good" } as const;
}
