import { text } from "node:stream/consumers";
import { authorize, revoke, type Tokens } from "./authorization";
import { CommandError, EXIT } from "./exit-codes";
import { emphasized, say } from "./output";
import { type Connection, profileFile, profileOf, removeProfile, saveProfile, siteOf, transportTo } from "./profiles";

/** Asks the user in their browser to let this program act for them, and stores the tokens. */
export async function login(site: string, scope: string | undefined): Promise<void> {
  const tokens = await authorize(site, scope, ({ address, code }) => {
    say(`Open this address in your browser, and check that it shows the code ${emphasized(code, "bold")}:\n`);
    say(`  ${address}\n`);
    say("Waiting for you. Ctrl+C ends it.");
  });
  await keep(site, tokens.access, { tokens });
}

/** Checks a key read from a pipe, and stores it for its site. */
export async function loginByKey(site: string): Promise<void> {
  const key = (await text(process.stdin)).trim();
  if (!key) throw new CommandError("There was no key on stdin.", EXIT.usage);
  await keep(site, key, { key });
}

async function keep(
  site: string,
  key: Connection["key"],
  credential: { key: string } | { tokens: Tokens },
): Promise<void> {
  const { handle } = await transportTo({ site, key }).send<{ handle: string }>({ method: "GET", path: "/api/v1/me" });
  saveProfile(site, { handle, ...credential });
  say(`Signed in to ${site} as @${handle}. It is kept in ${profileFile(site)}, which only you can read.`);
}

/** Signs out of a site, and revokes the grant that the user approved in their browser. A key stays valid. */
export async function logout(given: string | undefined): Promise<void> {
  const site = siteOf(given);
  const profile = profileOf(site);
  if (!profile) return say(`You were not signed in to ${site}.`);
  // Revoked before it is deleted: without the token, it can only be revoked in the site's settings.
  if ("tokens" in profile) await revoke(site, profile.tokens);
  removeProfile(site);
  say("key" in profile ? `Signed out of ${site}. The key itself is still valid.` : `Signed out of ${site}.`);
}
