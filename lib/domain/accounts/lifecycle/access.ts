import { writeAuditEntry } from "@/lib/domain/accounts/audit-log/commands";
import { endAllGrants, endGrantsSince } from "@/lib/domain/accounts/apps/grants";
import { type Context, read, write } from "@/lib/domain/kernel/context";
import { deleteFactorsSince, deleteOwnFactors } from "@/lib/domain/accounts/factors/commands";
import { DISCORD } from "@/lib/domain/play/guilds/rules";
import { deleteOwnKeys, deleteSandboxSince, revokeKeysSince } from "@/lib/domain/accounts/keys/commands";
import {
  deleteOwnEmailTokens,
  deleteOwnSessions,
  keepSignIns,
  pauseUndoing,
} from "@/lib/domain/accounts/users/closing";
import { forgetNetworksSince } from "@/lib/domain/accounts/users/credentials";
import { deleteOwnGuilds } from "@/lib/domain/play/guilds/commands";
import {
  deleteEndpointsSince,
  deleteOwnEndpoints,
  disableOwnEndpoints,
} from "@/lib/domain/consequences/webhooks/commands";
import { forgetDevicesSince } from "./devices";

/** Everything that lets somebody into an account, or acts for it without its owner. */
export type Access =
  | "password"
  | "sessions"
  /** Authenticator app, passkeys and recovery codes. */
  | "factors"
  /** Browsers whose sign-ins are not announced. */
  | "devices"
  /** Networks from which the owner can sign in, however many attempts have failed. */
  | "networks"
  | "keys"
  /** Apps that its owner lets act for it. */
  | "apps"
  | "endpoints"
  /** Where its test keys act. */
  | "sandbox"
  /** Accounts of OAuth providers. */
  | "providers"
  /** Links in letters. */
  | "links";

/** Ends one means of access to the actor's account. Returns what it ended, where the owner should know. */
type End = (tx: Context) => Promise<string[] | void>;

/** What happens to every means of access on one occasion. The type makes each occasion list all of them. */
type Ends = Record<Access, End | "stays" | "gone before">;

const BEGINNING = new Date(0);

/**
 * When an account's address is verified for the first time. Somebody other than the owner of the address may have
 * created the account, and what they added would let them back in.
 */
export const ONCE_PROVED: Ends = {
  // The person who signed up knows it. Usually they own the address, and open the letter on another device.
  password: "stays",
  sessions: "stays",
  ...endSince(BEGINNING),
  links: "stays",
};

/** When the owner, who knows the old password, sets a new one. The owner chooses which API keys end. */
export const ONCE_CHANGED: Ends = {
  password: "stays",
  sessions: deleteOwnSessions,
  factors: "stays",
  devices: "stays",
  networks: "stays",
  keys: "stays",
  apps: endAllGrants,
  endpoints: "stays",
  sandbox: "stays",
  providers: "stays",
  links: "stays",
};

/** When a forgotten password is reset by mail. The new password replaces the old one. */
export const ONCE_RESET: Ends = {
  password: "stays",
  sessions: deleteOwnSessions,
  factors: "stays",
  devices: "stays",
  networks: "stays",
  keys: "stays",
  apps: endAllGrants,
  endpoints: "stays",
  sandbox: "stays",
  providers: "stays",
  links: async (tx) =>
    void (await write(tx, "emailTokens.deleteOnceReset")`
      DELETE FROM "EmailToken" WHERE "userId" = ${tx.actor.id} AND purpose IN ('reset_password', 'verify_email')`),
};

/**
 * Returns what ends when an address change is undone: all that whoever made the change knows, or has added since a
 * time.
 */
export function onceUndone(since: Date): Ends {
  return { password: voidPassword, sessions: deleteOwnSessions, ...endSince(since), links: "stays" };
}

/** While moderators or the operator suspend an account. Access that stays is rejected during the suspension. */
export const WHILE_SUSPENDED: Ends = {
  password: "stays",
  sessions: deleteOwnSessions,
  factors: "stays",
  devices: "stays",
  networks: "stays",
  keys: "stays",
  apps: "stays",
  endpoints: disableOwnEndpoints,
  sandbox: "stays",
  providers: "stays",
  links: "stays",
};

/** When an account is closed: only what its owner needs to reopen it is kept. */
export const ONCE_CLOSED: Ends = {
  // Moves to the record that is kept of a closed account.
  password: "stays",
  sessions: deleteOwnSessions,
  factors: "stays",
  devices: "stays",
  networks: (tx) => forgetNetworksSince(tx, BEGINNING),
  keys: deleteOwnKeys,
  apps: endAllGrants,
  endpoints: deleteOwnEndpoints,
  sandbox: (tx) => deleteSandboxSince(tx, BEGINNING),
  providers: async (tx) => {
    await deleteOwnGuilds(tx);
    await keepSignIns(tx);
  },
  links: pauseUndoing,
};

/** When an account is reopened: access that was added while it was being closed. */
export const ONCE_REOPENED: Ends = {
  password: "stays",
  sessions: deleteOwnSessions,
  factors: "stays",
  devices: "stays",
  networks: "stays",
  keys: deleteOwnKeys,
  apps: endAllGrants,
  endpoints: deleteOwnEndpoints,
  sandbox: (tx) => deleteSandboxSince(tx, BEGINNING),
  providers: "stays",
  links: "stays",
};

/** When a closed account can no longer be reopened: the access that closing kept. */
export const ONCE_GONE: Ends = {
  password: "gone before",
  sessions: "gone before",
  factors: deleteOwnFactors,
  devices: (tx) => forgetDevicesSince(tx, BEGINNING),
  networks: "gone before",
  keys: "gone before",
  apps: "gone before",
  endpoints: "gone before",
  sandbox: "gone before",
  providers: "gone before",
  links: deleteOwnEmailTokens,
};

/** Ends all access to the actor's account that an occasion ends. Returns descriptions of what it ended. */
export async function endAccess(tx: Context, ends: Ends): Promise<string[]> {
  const ended: string[] = [];
  for (const end of Object.values(ends)) if (typeof end === "function") ended.push(...((await end(tx)) ?? []));
  return ended;
}

function endSince(since: Date): Omit<Ends, "password" | "sessions" | "links"> {
  return {
    factors: async (tx) => (await deleteFactorsSince(tx, since)).map((name) => `the factor “${name}”`),
    devices: (tx) => forgetDevicesSince(tx, since),
    networks: (tx) => forgetNetworksSince(tx, since),
    keys: async (tx) => (await revokeKeysSince(tx, since)).map((name) => `the API key “${name}”`),
    apps: async (tx) => (await endGrantsSince(tx, since)).map((name) => `the app “${name}”`),
    endpoints: async (tx) => inWords(await deleteEndpointsSince(tx, since)),
    sandbox: (tx) => deleteSandboxSince(tx, since),
    providers: async (tx) => (await unlinkSince(tx, since)).map((name) => `the link to an account of ${name}`),
  };
}

function inWords(endpoints: number): string[] {
  if (endpoints === 0) return [];
  return [endpoints === 1 ? "a webhook endpoint" : `${endpoints} webhook endpoints`];
}

async function voidPassword(tx: Context): Promise<void> {
  await write(tx, "accounts.voidPassword")`UPDATE "User" SET "passwordHash" = NULL WHERE id = ${tx.actor.id}`;
  await writeAuditEntry(tx, { action: "password.voided" });
}

/** Unlinks accounts of OAuth providers, but for the one that the account was made with. */
async function unlinkSince(tx: Context, since: Date): Promise<string[]> {
  const unlinked = await read<{ provider: string }>(tx, "accounts.unlinkSince")`
    DELETE FROM "OAuthAccount" o USING "User" u
     WHERE u.id = ${tx.actor.id} AND o."userId" = u.id AND o."createdAt" >= ${since} AND o."createdAt" > u."createdAt"
    RETURNING o.provider`;
  const names = unlinked.map(({ provider }) => provider);
  if (names.includes(DISCORD)) await deleteOwnGuilds(tx);
  for (const name of names) await writeAuditEntry(tx, { action: "provider.unlinked", details: { name } });
  return names;
}
