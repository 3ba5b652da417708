import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions, type SMTPServerSession } from "smtp-server";

export interface ArrivedLetter extends Email {
  recipients: string[];
  /** The URL of the button. */
  link: string;
}

interface MailboxOptions extends SMTPServerOptions {
  /** Called when a letter has arrived, before the server acknowledges it to the sender. */
  onTaken?(): void;
}

/** A mail server on loopback that stores the letters it receives. */
export async function startMailbox({ onTaken, ...options }: MailboxOptions = {}) {
  const letters: ArrivedLetter[] = [];
  async function receive(stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<void> {
    const email = await PostalMime.parse(Buffer.concat((await stream.toArray()) as Buffer[]));
    const recipients = envelope.rcptTo.map(({ address }) => address);
    letters.push({ ...email, recipients, link: /https?:\S+/.exec(email.text ?? "")?.[0] ?? "" });
    onTaken?.();
  }

  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onData: (stream, session, done) => void receive(stream, session).then(() => done(), done),
    ...options,
  });
  server.on("error", () => undefined); // a client that was killed
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  const lettersTo = (address: string) => letters.filter(({ recipients }) => recipients.includes(address));
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    lettersTo,
    /** Waits for the first letter to an address with this subject, or the nth. */
    async letterTo(address: string, about: string, nth = 1): Promise<ArrivedLetter> {
      for (const end = Date.now() + 60_000; Date.now() < end; await sleep(10)) {
        const letter = lettersTo(address).filter(({ subject }) => subject === about)[nth - 1];
        if (letter) return letter;
      }
      throw new Error(`No letter “${about}” to ${address}`);
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
