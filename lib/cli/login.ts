import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { createInterface } from "node:readline/promises";
import { CommandError, EXIT } from "./exit-codes";
import { say } from "./output";
import { profilesFile, removeProfile, saveProfile, siteOf, transportTo } from "./profiles";

/** Checks a key, and keeps it for its site. */
export async function login(site: string, fromPipe: boolean): Promise<void> {
  const key = (await (fromPipe || !process.stdin.isTTY ? text(process.stdin) : askForKey(site))).trim();
  if (!key) throw new CommandError("There was no key on stdin.", EXIT.usage);
  const { handle } = await transportTo({ site, key }).send<{ handle: string }>({ method: "GET", path: "/api/v1/me" });
  saveProfile(site, { handle, key });
  say(`Signed in to ${site} as @${handle}. The key is in ${profilesFile()}, which only you can read.`);
}

export function logout(given: string | undefined): void {
  const site = siteOf(given);
  say(
    removeProfile(site)
      ? `Signed out of ${site}. The key itself is still valid.`
      : `You were not signed in to ${site}.`,
  );
}

/** Asks in a terminal, without showing what is typed. */
async function askForKey(site: string): Promise<string> {
  say(`Paste an API key. You can make one at ${site}/settings/developer, and it needs read:profile.`);
  process.stderr.write("Key: ");
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: unseen, terminal: true });
  const interrupted = new AbortController();
  terminal.once("SIGINT", () => interrupted.abort());
  try {
    return await terminal.question("", { signal: interrupted.signal });
  } catch (error) {
    throw interrupted.signal.aborted ? new CommandError("Nothing was changed.", EXIT.interrupted) : error;
  } finally {
    terminal.close();
    say("");
  }
}
