// Slow: it kills processes, and waits until their leases have ended.
import { InngestTestEngine } from "@inngest/test";
import { spawn } from "node:child_process";
import path from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { queueLetters } from "@/lib/domain/accounts/mail/outbox";
import { database } from "@/lib/infra/database/db";
import { openInngest } from "@/lib/infra/inngest";
import { sendQueuedLetter } from "@/lib/queue/inngest-functions";
import { newMember, sendDueMail, setUpMail, visitor } from "@/tests/lib/domain/accounts/mail/mail-fixture";
import { NO_INNGEST } from "./inngest-fixture";

/** What the mail server does with each recipient, and when it has a letter. */
const behaviour = { onRecipient: (): Error | undefined => undefined, onTaken: (): void => undefined };
const mailbox = setUpMail({
  onRcptTo: (_address, _session, done) => done(behaviour.onRecipient()),
  onTaken: () => behaviour.onTaken(),
});

beforeEach(() => {
  mailbox.letters.splice(0);
  behaviour.onRecipient = () => undefined;
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
});

const answering = (responseCode: number) => Object.assign(new Error("No"), { responseCode });
const letterOf = (userId: string) => database().prisma.letter.findFirstOrThrow({ where: { userId } });

async function queue() {
  const { id: userId, email, handle } = await newMember();
  await queueLetters(visitor, [{ kind: "password-changed", userId, email, handle }]);
  return { userId, email, id: (await letterOf(userId)).id };
}

/** The database's clock, which decides, cannot be set, so its stored times are moved back. */
async function advanceTime(userId: string, seconds: number): Promise<void> {
  await database().prisma.$executeRaw`
    UPDATE "Letter" SET "nextAttemptAt" = "nextAttemptAt" - ${seconds}::int * interval '1 s', "leaseEndsAt" = "leaseEndsAt" - ${seconds}::int * interval '1 s'
     WHERE "userId" = ${userId}`;
}

describe("a letter", () => {
  test("arrives once, as text and HTML with one link, however many workers poll for it", async () => {
    const { email, id } = await queue();
    await Promise.all([sendDueMail(), sendDueMail(), sendDueMail()]);
    const [letter, ...copies] = mailbox.lettersTo(email);
    expect(copies).toEqual([]);
    expect(letter).toMatchObject({
      from: { name: "Pegboard", address: "mail@pegboard.test" },
      subject: "Your password was changed",
      messageId: `<${id}@localhost>`,
    });
    for (const part of [letter!.text!, letter!.html!]) {
      expect(part).toContain("You get this because your address belongs to this account.");
      expect(part).toContain(letter!.link);
    }
    expect(new Set(letter!.html!.match(/https?:\/\/[^"<\s]+/g))).toEqual(
      new Set([letter!.link, "http://localhost:3000"]),
    );
  });

  test("that the server defers is retried later, and sent once", async () => {
    const { userId, email } = await queue();
    behaviour.onRecipient = () => answering(451);
    await sendDueMail();
    expect(await letterOf(userId)).toMatchObject({ status: "pending", attempts: 1, leaseToken: null });
    behaviour.onRecipient = () => undefined;
    await advanceTime(userId, 60);
    await sendDueMail();
    await sendDueMail();
    expect(mailbox.lettersTo(email)).toHaveLength(1);
    expect(await letterOf(userId)).toMatchObject({ status: "sent", attempts: 2, content: null, error: null });
  });

  test("that the server rejects permanently fails at once, and its content is erased", async () => {
    const { userId } = await queue();
    behaviour.onRecipient = () => answering(550);
    await sendDueMail();
    expect(await letterOf(userId)).toMatchObject({ status: "failed", attempts: 1, content: null });
  });

  test("is not sent once its link has expired", async () => {
    const { userId, email } = await queue();
    await database().prisma.letter.updateMany({ where: { userId }, data: { expiresAt: new Date() } });
    await sendDueMail();
    expect(mailbox.lettersTo(email)).toEqual([]);
    expect(await letterOf(userId)).toMatchObject({ status: "failed", content: null });
  });

  test("is sent by a run on Inngest, which sleeps until the row is due again", async () => {
    const { userId, email, id } = await queue();
    let tries = 0;
    behaviour.onRecipient = () => (++tries === 1 ? answering(451) : undefined);
    const engine = new InngestTestEngine({
      function: sendQueuedLetter(openInngest(NO_INNGEST)),
      events: [{ name: "mail/letter.queued", data: { id } }],
      steps: [{ id: "wait-1", handler: () => advanceTime(userId, 60) }],
    });
    const { result } = await engine.execute();
    expect(result).toEqual({ rounds: 2 });
    expect(mailbox.lettersTo(email)).toHaveLength(1);
  });
});

describe("kill -9 of the process that took the request", { timeout: 180_000 }, () => {
  /** Starts a process that asks for a new password, and resolves when it is dead. */
  async function processFor(email: string): Promise<{ kill(): void; death: Promise<unknown> }> {
    const child = spawn(process.execPath, ["--import", "tsx", path.resolve("tests/lib/queue/mail-process.ts"), email], {
      env: { ...process.env, SMTP_URL: mailbox.url, MAIL_FROM: "mail@pegboard.test", DATABASE_POOL_MAX: "3" },
      stdio: "inherit",
    });
    return { kill: () => child.kill("SIGKILL"), death: new Promise((resolve) => child.once("exit", resolve)) };
  }

  test("while it sends leaves one letter, sent by another process once the lease has ended", async () => {
    const { id: userId, email } = await newMember();
    const victim = await processFor(email);
    behaviour.onRecipient = () => {
      victim.kill();
      return answering(451);
    };
    await victim.death;
    behaviour.onRecipient = () => undefined;
    expect(mailbox.lettersTo(email)).toEqual([]);
    expect(await letterOf(userId)).toMatchObject({ status: "pending", attempts: 0, leaseToken: expect.any(String) });
    await advanceTime(userId, 60);
    await Promise.all([sendDueMail(), sendDueMail()]);
    expect(mailbox.lettersTo(email)).toHaveLength(1);
  });

  test("between the server's acceptance and our record of it leaves a copy with the same message id", async () => {
    const { id: userId, email } = await newMember();
    const victim = await processFor(email);
    behaviour.onTaken = () => victim.kill();
    await victim.death;
    behaviour.onTaken = () => undefined;
    await advanceTime(userId, 60);
    await sendDueMail();
    const [letter, copy, ...more] = mailbox.lettersTo(email);
    expect(copy).toMatchObject({ messageId: letter!.messageId, text: letter!.text, html: letter!.html });
    expect(more).toEqual([]);
  });
});
