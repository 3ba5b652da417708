/** Messages by the error codes of next-auth and our own. */
const MESSAGES = new Map([
  [
    "TooLateToReopen",
    "This account can’t be opened here any more. If you opened it elsewhere just now, sign in again.",
  ],
  ["CredentialsSignin", "That e-mail, handle or password isn’t right."],
  ["ConsentDeclined", "You didn’t agree there, so you aren’t signed in. Try again, or use another way to sign in."],
  ["TooManyFailures", "Too many wrong passwords for this account. Wait 15 minutes, then try again."],
  ["WrongCode", "That code isn’t right, or it was used already. Wait for the next one, or use a recovery code."],
  ["AccountSuspended", "This account is suspended. Ask whoever runs this site why, and until when."],
  [
    "ApprovalPending",
    "Your account waits to be approved by the people who run this site. Where it sends mail, we’ll write to you.",
  ],
  [
    "SignUpRejected",
    "No account here is linked to the one you chose, and you can’t sign up that way right now. The sign-up page says how you can.",
  ],
  ["Unavailable", "We can’t sign you in right now, and it isn’t your fault. Try again in a few seconds."],
]);

/** Returns the page where a suspended user can read the decision; undefined for every other code. */
export function suspensionPath(code: string | null): string | undefined {
  const token = /^AccountSuspended\.(.+)$/.exec(code ?? "")?.[1];
  return token && `/appeal?token=${encodeURIComponent(token)}`;
}

export function signInMessage(code: string | null): string {
  return MESSAGES.get(code ?? "") ?? "That sign-in didn’t go through. Try again, or use another way to sign in.";
}
