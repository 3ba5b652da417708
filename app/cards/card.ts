import { createHash } from "node:crypto";
import { avatarSvg } from "@/lib/domain/users/avatar";
import { JobError, OverloadedError } from "@/lib/infra/job-errors";
import { sharedPool } from "@/lib/infra/process-pool";

export const CARD_SIZE = { width: 1200, height: 630 };

interface Card {
  /** A few words above the title. */
  kicker?: string;
  title: string;
  text?: string;
  /** Who made what the card shows. */
  by?: { name: string; handle: string };
  /** What stands at the lower right. */
  aside?: string;
}

/** Answers the picture of a card. Drawing takes a child process some hundred milliseconds, and anybody may ask for any card. */
export async function card(content: Card): Promise<Response> {
  try {
    const png = await picture(content);
    return new Response(png, {
      headers: { "Content-Type": "image/png", "Cache-Control": `public, max-age=${KEPT_SECONDS}` },
    });
  } catch (error) {
    if (error instanceof OverloadedError) return later(error.retryAfterSeconds);
    if (error instanceof JobError && error.reason === "not-started") return later(KEPT_SECONDS);
    throw error;
  }
}

/** Long enough for a crowd that shares an address, short enough that what is deleted is soon gone here as well. */
const KEPT_SECONDS = 300;
/** Code points, for what is longer does not fit. */
const LONGEST = { kicker: 40, title: 280, text: 240, name: 50, aside: 80 };
const POOL = {
  name: "cards",
  script: "app/cards/draw-card.mjs",
  size: 1,
  maxQueued: 12,
  maxQueuedPerOwner: 12,
  timeoutMs: 10_000,
  maxWaitMs: 10_000,
  maxMemoryMb: 512,
};
/** About 50 kB each. */
const CARDS_KEPT = 200;

// Next loads this once for each card's route.
const shared = globalThis as typeof globalThis & { pegboardCards?: Map<string, Promise<Uint8Array<ArrayBuffer>>> };

/** Draws each card once, as long as it is among those that were asked for last; whoever asks meanwhile waits for the same. */
function picture({ kicker, title, text, by, aside }: Card): Promise<Uint8Array<ArrayBuffer>> {
  const job = {
    ...CARD_SIZE,
    kicker: clipped(kicker, LONGEST.kicker),
    title: clipped(title, LONGEST.title),
    text: clipped(text, LONGEST.text),
    by: by && { name: clipped(by.name, LONGEST.name), handle: by.handle, avatar: avatarSvg(by.handle) },
    aside: clipped(aside, LONGEST.aside),
  };
  const key = createHash("sha256").update(JSON.stringify(job)).digest("base64");
  const cards = (shared.pegboardCards ??= new Map());
  const drawn = cards.get(key) ?? sharedPool<typeof job, Uint8Array<ArrayBuffer>>(POOL).run(job, { owner: "cards" });
  // What was asked for last stands last.
  cards.delete(key);
  cards.set(key, drawn);
  drawn.catch(() => cards.delete(key));
  for (const oldest of cards.keys()) {
    if (cards.size <= CARDS_KEPT) break;
    cards.delete(oldest);
  }
  return drawn;
}

function clipped(text: string | undefined, longest: number): string {
  if (text === undefined) return "";
  // No code point has more than two units.
  const points = [...text.slice(0, 2 * longest + 2)];
  return points.length > longest ? `${points.slice(0, longest).join("")}…` : points.join("");
}

function later(seconds: number): Response {
  return new Response("This card cannot be drawn just now.", {
    status: 503,
    headers: { "Retry-After": String(seconds), "Cache-Control": "no-store" },
  });
}
