/** By the error codes of next-auth and our own. */
const MESSAGES = new Map([
  ["CredentialsSignin", "That e-mail, handle or password isn’t right."],
  ["TooManyFailures", "Too many wrong passwords for this account. Wait 15 minutes, then try again."],
  ["Unavailable", "We can’t sign you in right now, and it isn’t your fault. Try again in a few seconds."],
]);

/** What to tell a person whose sign-in failed. */
export function signInMessage(code: string | null): string {
  return MESSAGES.get(code ?? "") ?? "That sign-in didn’t go through. Try again, or use another way to sign in.";
}
