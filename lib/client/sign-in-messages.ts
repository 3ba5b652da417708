/** What to tell a person for an error code that comes back from signing in, by next-auth's and our own names. */
const MESSAGES = new Map([
  ["CredentialsSignin", "That e-mail, handle or password is not right."],
  ["TooManyFailures", "Too many wrong passwords for this account. Wait a quarter of an hour, then try again."],
  ["Unavailable", "Signing in is not possible just now, and it is not your fault. Try again in a few seconds."],
]);

export function signInMessage(code: string | null): string {
  return MESSAGES.get(code ?? "") ?? "That sign-in did not go through. Try once more, or another way in.";
}
