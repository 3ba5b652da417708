/** Our own code beside next-auth's: the account is locked for the client's network. */
const TOO_MANY_FAILURES = "TooManyFailures";

/** next-auth passes its message to the login page as `?error=`. */
export class TooManyFailures extends Error {
  override name = TOO_MANY_FAILURES;

  constructor() {
    super(TOO_MANY_FAILURES);
  }
}

/** Signing in was not possible just now, for a reason on our side. */
export const UNAVAILABLE = "Unavailable";

/** next-auth puts whatever an error says into `?error=`. Nothing but these may reach an address. */
const KNOWN = new Set([
  TOO_MANY_FAILURES,
  UNAVAILABLE,
  "CredentialsSignin",
  "SessionRequired",
  "OAuthSignin",
  "OAuthCallback",
  "OAuthCreateAccount",
  "OAuthAccountNotLinked",
  "Callback",
  "AccessDenied",
  "Configuration",
  "Verification",
]);
const UNKNOWN = "Default";

/** The same address with an error code that says nothing of what went on inside. */
export function withKnownError(address: string, base: string): string {
  if (!URL.canParse(address, base)) return address;
  const url = new URL(address, base);
  const codes = url.searchParams.getAll("error");
  if (codes.every((code) => KNOWN.has(code))) return address;
  url.searchParams.set("error", UNKNOWN);
  return url.href;
}
