import { createHash } from "node:crypto";
import { currentSite } from "@/lib/domain/deployment/site/current";
import { avatarSvg } from "@/lib/domain/accounts/users/avatar";
import { JobError, OverloadedError } from "@/lib/infra/process/job-errors";
import { sharedPool } from "@/lib/infra/process/pool";
import { processWide } from "@/lib/infra/process/process-wide";

export const CARD_SIZE = { width: 1200, height: 630 };

export interface Card {
  kicker?: string;
  title: string;
  text?: string;
  by?: { name: string; handle: string };
  /** Text in the lower right corner. */
  aside?: string;
}

/**
 * Responds with the picture of a card, unless the client has the same version (`known`, its ETags). Anybody may request
 * any card, and drawing one takes some hundred milliseconds.
 */
export async function card(content: Card, { known = null }: { known?: string | null } = {}): Promise<Response> {
  const job = jobOf(content, (await currentSite()).name);
  const key = createHash("sha256").update(JSON.stringify(job)).digest("base64url");
  const headers = { "Cache-Control": `public, max-age=${CACHE_SECONDS}, must-revalidate`, ETag: `"${key}"` };
  if (known?.split(",").some((tag) => tag.trim().replace(/^W\//, "") === headers.ETag))
    return new Response(null, { status: 304, headers });
  try {
    return new Response(await picture(key, job), { headers: { ...headers, "Content-Type": "image/png" } });
  } catch (error) {
    if (error instanceof OverloadedError) return later(error.retryAfterSeconds);
    if (error instanceof JobError && error.reason === "not-started") return later(RETRY_AFTER_SECONDS);
    throw error;
  }
}

/** Caches revalidate soon, in case the content is gone, but absorb a crowd that follows one link. */
const CACHE_SECONDS = 30;
const RETRY_AFTER_SECONDS = 300;
/** Code points; longer text does not fit. */
const LONGEST = { kicker: 40, title: 280, text: 240, name: 50, aside: 80 };
const POOL = {
  name: "cards",
  script: "app/cards/draw-card.mjs",
  size: 1,
  maxQueued: 12,
  maxQueuedPerOwner: 12,
  timeoutMs: 30_000,
  maxWaitMs: 10_000,
  maxMemoryMb: 512,
};
/** About 50 kB each. */
const MAX_CACHED_CARDS = 200;

const drawnCards = processWide("cards", () => new Map<string, Promise<Uint8Array<ArrayBuffer>>>());

type Job = ReturnType<typeof jobOf>;

/** The input of draw-card.mjs. */
function jobOf({ kicker, title, text, by, aside }: Card, site: string) {
  return {
    ...CARD_SIZE,
    site,
    kicker: clipped(kicker, LONGEST.kicker),
    title: clipped(title, LONGEST.title),
    text: clipped(text, LONGEST.text),
    by: by && { name: clipped(by.name, LONGEST.name), handle: by.handle, avatar: avatarSvg(by.handle) },
    aside: clipped(aside, LONGEST.aside),
  };
}

/** Draws each card once while it is among the most recently used; concurrent requests share one drawing. */
function picture(key: string, job: Job): Promise<Uint8Array<ArrayBuffer>> {
  const cards = drawnCards();
  const drawn = cards.get(key) ?? sharedPool<Job, Uint8Array<ArrayBuffer>>(POOL).run(job, { owner: "cards" });
  // Moves the entry to the end: the most recently used is last.
  cards.delete(key);
  cards.set(key, drawn);
  drawn.catch(() => cards.delete(key));
  for (const oldest of cards.keys()) {
    if (cards.size <= MAX_CACHED_CARDS) break;
    cards.delete(oldest);
  }
  return drawn;
}

function clipped(text: string | undefined, longest: number): string {
  if (text === undefined) return "";
  // A code point has at most two UTF-16 units.
  const points = [...text.slice(0, 2 * longest + 2)];
  return points.length > longest ? `${points.slice(0, longest).join("")}…` : points.join("");
}

function later(seconds: number): Response {
  return new Response("This card cannot be drawn just now.", {
    status: 503,
    headers: { "Retry-After": String(seconds), "Cache-Control": "no-store" },
  });
}
