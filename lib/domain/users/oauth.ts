import { idFor, inTransaction, type VisitorContext } from "@/lib/domain/context";
import { randomBase62 } from "@/lib/domain/id";
import { NAME_LENGTH } from "./rules";
import { personName } from "./schema";

interface OAuthSignIn {
  provider: string;
  providerAccountId: string;
}

interface OAuthPerson {
  name?: string | null;
  image?: string | null;
}

/** What a provider says of a name is cut, and dropped where nobody could have typed it here. */
function nameOf({ name }: OAuthPerson): string {
  const { data } = personName.safeParse([...(name ?? "").toWellFormed()].slice(0, NAME_LENGTH.max).join(""));
  return data ?? "New here";
}

/**
 * The account behind an OAuth sign-in, made on the first one with a handle to be chosen. It is never joined to an account
 * of the same e-mail address: a provider's word about an address is not the owner's.
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
    const id = idFor(tx, "user");
    const handle = `new_${randomBase62(tx.random, 12).toLowerCase()}`;
    await tx.db.user.create({
      data: { id, handle, handleChosen: false, name: nameOf(person), image: person.image ?? null, createdAt: tx.now },
    });
    await tx.db.oAuthAccount.create({ data: { provider, providerAccountId, userId: id, createdAt: tx.now } });
    return id;
  });
}
