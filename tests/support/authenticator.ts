import { Secret, TOTP } from "otpauth";

/** An authenticator app with this secret. Returns the code it shows the given number of seconds from now. */
export function authenticator(base32: string) {
  const app = new TOTP({ secret: Secret.fromBase32(base32) });
  return (secondsFromNow = 0, now = Date.now()) => app.generate({ timestamp: now + secondsFromNow * 1000 });
}
