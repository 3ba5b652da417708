import { createECDH } from "node:crypto";
import { env } from "@/lib/infra/environment/env";

/** Whether this deployment has a key to push with. */
export const isPushSetUp = (): boolean => env().vapidPrivateKey !== undefined;

/** Returns the public key that browsers subscribe with, in base64url; null where this deployment pushes nothing. */
export function applicationServerKey(): string | null {
  const { vapidPrivateKey } = env();
  if (vapidPrivateKey === undefined) return null;
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(vapidPrivateKey, "base64url");
  return pair.getPublicKey("base64url");
}

/** Returns the address at which push services can complain: that of the operator's mail, or the site's. */
export function vapidSubject(): string {
  const { mail, siteUrl } = env();
  if (mail.kind !== "smtp") return siteUrl.replace(/^http:/, "https:");
  return `mailto:${/<([^<>]+)>/.exec(mail.from)?.[1] ?? mail.from}`;
}
