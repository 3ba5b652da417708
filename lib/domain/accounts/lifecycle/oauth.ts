import { writeAuditEntry } from "@/lib/domain/accounts/audit-log/commands";
import { idFor, inTransaction, read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { randomBase62 } from "@/lib/domain/kernel/id";
import { applySignUpPolicy } from "@/lib/domain/accounts/sign-ups/policy";
import { closedSince } from "@/lib/domain/accounts/users/closing";
import { NAME_LENGTH } from "@/lib/domain/accounts/users/rules";
import { personName } from "@/lib/domain/accounts/users/schema";
import { readSiteName } from "@/lib/domain/accounts/users/site-name";
import { metrics } from "@/lib/infra/log/metrics";

interface OAuthSignIn {
  provider: string;
  providerAccountId: string;
}

interface OAuthPerson {
  name?: string | null;
  /** The address that the provider knows: checked against the limits of sign-up, and not stored. */
  email?: string | null;
  image?: string | null;
}

/** A provider's name is truncated, and dropped if nobody could have typed it here. */
function nameOf({ name }: OAuthPerson): string {
  const { data } = personName.safeParse([...(name ?? "").toWellFormed()].slice(0, NAME_LENGTH.max).join(""));
  return data ?? "New here";
}

/** Finds the account, open or closed, that a provider's account is linked to. A closed one can be reopened. */
async function findLinked(tx: VisitorContext, { provider, providerAccountId: id }: OAuthSignIn) {
  const [[open], [closed]] = await Promise.all([
    read<{ userId: string }>(tx, "oauth.open")`
      SELECT "userId" FROM "OAuthAccount" WHERE provider = ${provider} AND "providerAccountId" = ${id}`,
    read<{ closedId: string }>(tx, "oauth.closed")`
      SELECT s."closedId" FROM "ClosedSignIn" s JOIN "ClosedAccount" c ON c."userId" = s."closedId"
      WHERE s.provider = ${provider} AND s."providerAccountId" = ${id} AND c."closedAt" > ${closedSince(tx)}
      ORDER BY s."createdAt" DESC LIMIT 1`,
  ]);
  return open?.userId ?? closed?.closedId;
}

/**
 * Returns the account behind an OAuth sign-in, open or closed; creates it the first time, with the handle still to be
 * chosen. Never links to an account with the same e-mail address, because a provider's claim does not prove ownership.
 * @throws DomainError `forbidden` where nobody may sign up this way
 */
export async function accountOfOAuth(ctx: VisitorContext, signIn: OAuthSignIn, person: OAuthPerson): Promise<string> {
  // The schema of names compares with the site's name.
  await readSiteName();
  return inTransaction(ctx, async (tx) => {
    const linked = await findLinked(tx, signIn);
    if (linked !== undefined) return linked;
    await applySignUpPolicy(tx, { email: person.email ?? null, by: "provider" });
    const id = idFor(tx, "user");
    const handle = `new_${randomBase62(tx.random, 12).toLowerCase()}`;
    const { provider, providerAccountId } = signIn;
    await Promise.all([
      write(tx, "oauth.insertUser")`
        INSERT INTO "User" (id, handle, "handleChosen", name, image, "createdAt")
        VALUES (${id}, ${handle}, false, ${nameOf(person)}, ${person.image ?? null}, ${tx.now})`,
      write(tx, "oauth.insert")`
        INSERT INTO "OAuthAccount" (provider, "providerAccountId", "userId", "createdAt")
        VALUES (${provider}, ${providerAccountId}, ${id}, ${tx.now})`,
      writeAuditEntry(tx, { action: "account.registered", actorId: id, details: { method: provider } }),
    ]);
    tx.afterCommit(async () => metrics.signUps.inc({ method: provider }));
    return id;
  });
}
