import { type Context, idFor, inTransaction, read, write } from "@/lib/domain/kernel/context";
import { DAY_MS } from "@/lib/domain/kernel/durations";
import { conflict, invalid, notFound } from "@/lib/domain/kernel/errors";
import { record } from "@/lib/domain/consequences/events/commands";
import { retractQuotes } from "@/lib/domain/consequences/notifications/muted-words";
import { foldPhrase, MAX_MUTED_WORDS } from "@/lib/domain/people/screening/rules";
import { lockAccount } from "@/lib/domain/kernel/locks";
import type { MutedWord as MutedWordModel } from "@/lib/infra/prisma/client";
import type { MutedWord, NewMutedWord } from "./schema";

/** The longest that a word can be muted: ten years (docs/contract.md#muted-words). */
const MAX_MUTE_MS = 3_653 * DAY_MS;

const isSoon = (end: Date, now: Date) => end > now && end.getTime() - now.getTime() <= MAX_MUTE_MS;

type MutedWordRow = Pick<MutedWordModel, "id" | "phrase" | "until" | "createdAt">;

/** Lists the caller's muted words, newest first, without expired ones. */
export async function listMutedWords(ctx: Context): Promise<{ data: MutedWord[] }> {
  const rows = await read<MutedWordRow>(ctx, "words.list")`
    SELECT id, phrase, until, "createdAt" FROM "MutedWord"
    WHERE "userId" = ${ctx.actor.id} AND (until IS NULL OR until > ${ctx.now}) ORDER BY "createdAt" DESC, id DESC`;
  return { data: rows.map(presentMutedWord) };
}

/** Returns the id of the caller's muted word that a phrase folds to; null if there is none. */
export async function findMutedWord(ctx: Context, phrase: string): Promise<string | null> {
  const [word] = await read<{ id: string }>(ctx, "words.find")`
    SELECT id FROM "MutedWord" WHERE "userId" = ${ctx.actor.id} AND folded = ${foldPhrase(phrase)}
    AND (until IS NULL OR until > ${ctx.now})`;
  return word?.id ?? null;
}

function presentMutedWord({ id, phrase, until, createdAt }: MutedWordRow): MutedWord {
  return { id, phrase, until: until && until.toISOString(), createdAt: createdAt.toISOString() };
}

/**
 * Mutes a word or phrase: content that contains it disappears from the caller's feeds, search, comments and unread
 * notifications. Muting it again, in any case, changes its expiry.
 * @throws DomainError `conflict` beyond `MAX_MUTED_WORDS`
 */
export function muteWord(ctx: Context, { phrase, until }: NewMutedWord): Promise<MutedWord> {
  const end = until ? new Date(until) : null;
  const folded = foldPhrase(phrase);
  return inTransaction(ctx, async (tx) => {
    if (end && !isSoon(end, tx.now))
      throw invalid([{ param: "until", message: "until is in the future, and within ten years" }]);
    await lockAccount(tx, tx.actor.id);
    await write(tx, "words.expire")`DELETE FROM "MutedWord" WHERE "userId" = ${tx.actor.id} AND until <= ${tx.now}`;
    const [word] = await read<MutedWordRow & { others: number }>(tx, "words.mute")`
      INSERT INTO "MutedWord" AS word (id, "userId", phrase, folded, until, "createdAt")
      VALUES (${idFor(tx, "word")}, ${tx.actor.id}, ${phrase}, ${folded}, ${end}, ${tx.now})
      ON CONFLICT ("userId", folded) DO UPDATE SET phrase = excluded.phrase, until = excluded.until
      RETURNING id, phrase, until, "createdAt",
        (SELECT count(*)::int FROM "MutedWord" w WHERE w."userId" = word."userId" AND w.id <> word.id) AS others`;
    if (!word || word.others >= MAX_MUTED_WORDS)
      throw conflict(`You mute ${MAX_MUTED_WORDS} words already. Remove one first.`);
    await changeVersion(tx);
    await retractQuotes(tx, folded);
    await record(tx, "word.muted", { wordId: word.id }, { subjectId: word.id });
    return presentMutedWord(word);
  });
}

/** Unmutes a word. @throws DomainError `not_found` for other people's words */
export function unmuteWord(ctx: Context, { id }: { id: string }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const deleted = await write(tx, "words.unmute")`
      DELETE FROM "MutedWord" WHERE id = ${id} AND "userId" = ${tx.actor.id}`;
    if (deleted === 0) throw notFound();
    await changeVersion(tx);
    await record(tx, "word.unmuted", { wordId: id }, { subjectId: id });
  });
}

/** Invalidates the muted words that processes have cached (lib/domain/people/screening). */
async function changeVersion(tx: Context): Promise<void> {
  await write(tx, "words.version")`
    UPDATE "User" SET "mutedWordsVersion" = "mutedWordsVersion" + 1 WHERE id = ${tx.actor.id}`;
}
