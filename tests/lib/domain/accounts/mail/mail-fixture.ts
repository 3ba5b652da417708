import { afterAll, beforeAll } from "vitest";
import { createContext } from "@/lib/domain/kernel/context";
import { register } from "@/lib/domain/accounts/lifecycle/sign-up";
import { database } from "@/lib/infra/database/db";
import { env } from "@/lib/infra/environment/env";
import { pollMail } from "@/lib/queue/poll";
import { startMailbox } from "@/tests/support/mailbox";

type Mailbox = Awaited<ReturnType<typeof startMailbox>>;

export const visitor = createContext({ actor: null, channel: "session" });
export const PASSWORD = "four words make one";
let registered = 0;

/** For a file's tests: a deployment that sends its letters to a mailbox. */
export function setUpMail(options: Parameters<typeof startMailbox>[0] = {}) {
  const mailbox = {} as Mailbox;
  beforeAll(async () => {
    Object.assign(mailbox, await startMailbox(options));
    Object.assign(env(), { mail: { kind: "smtp", url: mailbox.url, from: "Pegboard <mail@pegboard.test>" } });
  });
  afterAll(() => mailbox.stop());
  return mailbox;
}

/** Somebody new who signed up with an address and confirmed it, and their account as it is now. */
export async function newMember() {
  const member = await newcomer();
  const { prisma } = database();
  await prisma.user.update({ where: { id: member.id }, data: { emailVerifiedAt: new Date() } });
  await prisma.letter.deleteMany({ where: { userId: member.id } });
  await prisma.emailToken.deleteMany({ where: { userId: member.id } });
  return member;
}

/** Somebody who has just signed up: the letter to their address waits to be sent. */
export async function newcomer() {
  registered += 1;
  const handle = `mail_${registered}`;
  const email = `${handle}@example.com`;
  const { id } = await register(visitor, { name: "Somebody", handle, email, password: PASSWORD });
  const account = () => database().prisma.user.findUniqueOrThrow({ where: { id } });
  return { id, handle, email, account };
}

/** Does what a worker would do now: answers password-reset requests, and sends due letters. */
export const sendDueMail = () => pollMail({});
