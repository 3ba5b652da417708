// Shows the newest letters with the links that are still valid, or sends a test letter:
//   npm run mail
//   npm run mail:test -- ADDRESS
import "./tools/check-node";
import { createContext } from "@/lib/domain/kernel/context";
import { composeLetter } from "@/lib/domain/accounts/mail/letters";
import { listRecentLetters } from "@/lib/domain/accounts/mail/queries";
import { SEND_TIMEOUT_MS } from "@/lib/domain/accounts/mail/rules";
import { email } from "@/lib/domain/accounts/users/schema";
import { env } from "@/lib/infra/environment/env";
import { sendMessage } from "@/lib/infra/mailer";
import { enterInstallation } from "./tools/installation";
import { failWith, onlyArgument, UserError } from "./tools/terminal";
import { visitDatabase } from "./tools/visit-database";

const SHOWN = 20;

const [command, ...rest] = process.argv.slice(2);
if (command === "test") await test(rest);
else await visitDatabase(show);

async function show(): Promise<void> {
  const letters = await listRecentLetters(createContext({ actor: null, channel: "session" }), SHOWN);
  if (letters.length === 0) console.log("No letter has been written yet.");
  for (const { createdAt, kind, handle, status, error, link } of letters.toReversed()) {
    console.log(`${createdAt.toISOString()}  ${status.padEnd(8)}${kind} to @${handle}${error ? `: ${error}` : ""}`);
    if (link) console.log(`  ${link}`);
  }
}

/** Needs no database, because it only tests SMTP_URL and MAIL_FROM. */
async function test(given: string[]): Promise<never> {
  const usage = "Name one address: npm run mail:test -- you@example.com";
  const { data: address } = email.safeParse(onlyArgument(usage, given));
  try {
    if (address === undefined) throw new UserError(usage);
    enterInstallation();
    if (env().mail.kind !== "smtp")
      throw new UserError("Set SMTP_URL and MAIL_FROM first: .env.example explains them.");
    const result = await sendMessage(composeLetter(`test-${Date.now()}`, "test", { email: address, handle: "you" }), {
      timeoutMs: SEND_TIMEOUT_MS,
    });
    if (result.kind !== "sent")
      throw new UserError(`The letter was not sent: ${"error" in result ? result.error : ""}`);
    console.log(`The mail server took the letter to ${address}. Look whether it arrives, and not as spam.`);
    process.exit(0);
  } catch (error) {
    failWith(error);
  }
}
