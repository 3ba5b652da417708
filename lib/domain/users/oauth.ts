import { idFor, inTransaction, type VisitorContext } from "@/lib/domain/context";
import { randomBase62 } from "@/lib/domain/id";
import { admitSignUp } from "@/lib/domain/sign-ups/admission";
import { metrics } from "@/lib/infra/metrics";
import { NAME_LENGTH } from "./rules";
import { personName } from "./schema";

interface OAuthSignIn {
  provider: string;
  providerAccountId: string;
}

interface OAuthPerson {
  name?: string | null;
  email?: string | null;
  image?: string | null;
}

/** A provider's name is truncated, and dropped if nobody could have typed it here. */
function nameOf({ name }: OAuthPerson): string {
  const { data } = personName.safeParse([...(name ?? "").toWellFormed()].slice(0, NAME_LENGTH.max).join(""));
  return data ?? "New here";
}

/**
 * Returns the account behind an OAuth sign-in, created the first time, with the handle still to be chosen. It is never
 * linked to an account with the same e-mail address, because a provider's claim does not prove ownership.
 * @throws DomainError `forbidden` where nobody may sign up this way
 */
export function accountOfOAuth(
  ctx: VisitorContext,
  { provider, providerAccountId }: OAuthSignIn,
  person: OAuthPerson,
): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const known = await tx.db.oAuthAccount.findUnique({
      where: { provider_providerAccountId: { provider, providerAccountId } },
    });
    if (known) return known.userId;
    await admitSignUp(tx, { email: person.email ?? null, by: "provider" });
    const id = idFor(tx, "user");
    const handle = `new_${randomBase62(tx.random, 12).toLowerCase()}`;
    await tx.db.user.create({
      data: { id, handle, handleChosen: false, name: nameOf(person), image: person.image ?? null, createdAt: tx.now },
    });
    await tx.db.oAuthAccount.create({ data: { provider, providerAccountId, userId: id, createdAt: tx.now } });
    tx.afterCommit(async () => metrics.signUps.inc({ method: provider }));
    return id;
  });
}
