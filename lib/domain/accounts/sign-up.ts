import { idFor, inTransaction, type VisitorContext } from "@/lib/domain/context";
import { record } from "@/lib/domain/events/commands";
import { isMailSetUp } from "@/lib/domain/mail/queries";
import { admitSignUp } from "@/lib/domain/sign-ups/admission";
import { acceptInvitation } from "@/lib/domain/sign-ups/invitation-links";
import { rememberSignUp } from "@/lib/domain/sign-ups/origin";
import { requireProofOfWork, spendProofOfWork } from "@/lib/domain/sign-ups/proof-of-work";
import { rejectSitesName } from "@/lib/domain/users/names";
import { hashPassword } from "@/lib/domain/users/password";
import { insertAccount } from "./new-account";
import { insertRequest } from "./requests";
import type { SignedUp, SignUp } from "./schema";
import { spendLetter } from "./spend-letter";
import { verificationLetter } from "./verification";

/**
 * Creates an account and sends a letter to its address where the deployment has mail. Where staff approve accounts,
 * stores a request instead.
 * @throws DomainError `conflict` that names the taken field, our accepted exception to not revealing accounts;
 *   `forbidden` where nobody may sign up, or not from this network; `invalid_request` that names `proof`, `invitation`,
 *   or a name that is reserved for the site; `rate_limited` after a few letters an hour to the address
 */
export async function register(
  ctx: VisitorContext,
  { password, proof, invitation, reason = "", ...person }: SignUp,
): Promise<SignedUp> {
  const { handle, email } = person;
  await rejectSitesName(person);
  const admission = await admitSignUp(ctx, { email, by: "password", invitation });
  const challenge = await requireProofOfWork(ctx, proof);
  const id = idFor(ctx, "user");
  const passwordHash = await hashPassword(ctx, password);
  if (isMailSetUp() && admission !== "request") await spendLetter("lettersToAddress", email);
  return inTransaction(ctx, async (tx) => {
    await spendProofOfWork(tx, challenge);
    await rememberSignUp(tx, id);
    if (admission === "request") {
      await insertRequest(tx, { id, ...person, passwordHash, reason });
      return { id, handle, waiting: true };
    }
    const account = await insertAccount(tx, { id, ...person, passwordHash });
    if (invitation !== undefined) await acceptInvitation(tx, invitation, id);
    const letters = isMailSetUp() ? [await verificationLetter(account, email)] : [];
    await record(account, "account.created", {}, { subjectId: id, letters });
    return { id, handle };
  });
}
