import { performance } from "node:perf_hooks";
import { type Context, createContext } from "@/lib/domain/kernel/context";
import { listFeed } from "@/lib/domain/writing/posts/queries";
import { muteWord } from "@/lib/domain/people/safety/words";
import { MAX_MUTED_WORDS } from "@/lib/domain/people/screening/rules";
import { listEveryone, listForYou } from "@/lib/domain/writing/posts/timeline";
import { database } from "@/lib/infra/database/db";
import { UserError } from "@/scripts/tools/terminal";
import { table } from "../bench/table";
import { openLoadDatabase } from "../database";
import { measureDepths, problemsOf } from "../plans/depths";
import type { List } from "../plans/lists";
import { progressLine } from "../progress";
import { MILLION, type Scale } from "../scale";
import { ownVariables } from "../variables";

const ROUNDS = 400;
const MOST = 1.2;
const DEEP = 1_000;

/** Feeds of somebody with 500 blocks and 200 muted words cost at most 20 % more, with a million posts. */
export async function prove(): Promise<void> {
  await proveAt(MILLION);
}

async function proveAt(scale: Scale): Promise<void> {
  const filled = await openLoadDatabase(scale, progressLine());
  try {
    Object.assign(process.env, ownVariables(filled.url));
    const hiding = await contextOf("user_3");
    const free = await withoutHiding(hiding);
    for (const phrase of await phrasesToMute()) await muteWord(hiding, { phrase });
    const problems: string[] = [];
    const lines: string[][] = [];
    for (const [name, page] of Object.entries(FEEDS)) {
      const [most, least] = await medians(
        () => page(hiding, { limit: 20 }),
        () => page(free, { limit: 20 }),
      );
      lines.push([name, most.toFixed(2), least.toFixed(2), (most / least).toFixed(2)]);
      if (most > least * MOST) problems.push(`${name} takes ${(most / least).toFixed(2)} times as long`);
      const list: List = { name, page: (request) => page(hiding, request) };
      problems.push(...problemsOf(await measureDepths(filled.url, list, DEEP)));
    }
    table(["a page of 20", "with blocks and muted words, ms", "without, ms", "ratio"], lines);
    if (problems.length > 0) throw new UserError(problems.join("\n"));
  } finally {
    await filled.leave();
  }
}

const FEEDS = { "the API's feed": listFeed, everyone: listEveryone, "for you": listForYou };

/** The median milliseconds of two reads, measured alternately. */
async function medians(...reads: [() => Promise<unknown>, () => Promise<unknown>]): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, read] of reads.entries()) {
      const start = performance.now();
      await read();
      times[index]!.push(performance.now() - start);
    }
  const middle = (all: number[]) => all.sort((a, b) => a - b)[ROUNDS / 2] ?? NaN;
  return [middle(times[0]), middle(times[1])];
}

/** The maximum number of muted words: a few occur in one of fifty of the newest posts, most in none. */
async function phrasesToMute(): Promise<string[]> {
  const newest = await database().prisma.post.findMany({
    where: { audience: "PUBLIC", deletedAt: null },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: 1_000,
    select: { content: true },
  });
  const said = newest.filter((_post, n) => n % 50 === 3).map(({ content }) => content.split(" ").at(-2) ?? "");
  return Array.from({ length: MAX_MUTED_WORDS }, (_, n) => said[n] ?? `muted phrase ${n}`);
}

async function contextOf(handle: string): Promise<Context> {
  const actor = await database().prisma.user.findFirstOrThrow({ where: { handle } });
  return createContext({ actor, channel: "session", afterCommit: () => undefined });
}

/** Somebody who follows the same people without hiding anybody. */
async function withoutHiding({ actor }: Context): Promise<Context> {
  const { prisma } = database();
  const data = { id: "user_without", handle: "without", name: "Without", createdAt: new Date() };
  await prisma.user.create({ data });
  const followed = await prisma.follow.findMany({ where: { followerId: actor.id } });
  await prisma.follow.createMany({ data: followed.map((follow) => ({ ...follow, followerId: data.id })) });
  return contextOf("without");
}
