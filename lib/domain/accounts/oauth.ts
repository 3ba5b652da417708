import { writeAuditEntry } from "@/lib/domain/audit-log/commands";
import { idFor, inTransaction, type VisitorContext } from "@/lib/domain/context";
import { randomBase62 } from "@/lib/domain/id";
import { applySignUpPolicy } from "@/lib/domain/sign-ups/policy";
import { closedSince } from "@/lib/domain/users/closing";
import { NAME_LENGTH } from "@/lib/domain/users/rules";
import { personName } from "@/lib/domain/users/schema";
import { readSiteName } from "@/lib/domain/users/site-name";
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

/** Finds a closed account that can be reopened, by the provider account that it was linked to. */
async function findClosedSignIn(tx: VisitorContext, { provider, providerAccountId }: OAuthSignIn) {
  const kept = await tx.db.closedSignIn.findFirst({
    where: { provider, providerAccountId, closed: { closedAt: { gt: closedSince(tx) } } },
    orderBy: { createdAt: "desc" },
  });
  return kept && { userId: kept.closedId };
}

/**
 * Returns the account behind an OAuth sign-in, open or closed; creates it the first time, with the handle still to be
 * chosen. Never links to an account with the same e-mail address, because a provider's claim does not prove ownership.
 * @throws DomainError `forbidden` where nobody may sign up this way
 */
export async function accountOfOAuth(
  ctx: VisitorContext,
  { provider, providerAccountId }: OAuthSignIn,
  person: OAuthPerson,
): Promise<string> {
  // The schema of names compares with the site's name.
  await readSiteName();
  return inTransaction(ctx, async (tx) => {
    const known = await tx.db.oAuthAccount.findUnique({
      where: { provider_providerAccountId: { provider, providerAccountId } },
    });
    const closed = known ?? (await findClosedSignIn(tx, { provider, providerAccountId }));
    if (closed) return closed.userId;
    await applySignUpPolicy(tx, { email: person.email ?? null, by: "provider" });
    const id = idFor(tx, "user");
    const handle = `new_${randomBase62(tx.random, 12).toLowerCase()}`;
    await tx.db.user.create({
      data: { id, handle, handleChosen: false, name: nameOf(person), image: person.image ?? null, createdAt: tx.now },
    });
    await tx.db.oAuthAccount.create({ data: { provider, providerAccountId, userId: id, createdAt: tx.now } });
    await writeAuditEntry(tx, { action: "account.registered", actorId: id, details: { method: provider } });
    tx.afterCommit(async () => metrics.signUps.inc({ method: provider }));
    return id;
  });
}
