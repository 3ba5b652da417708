import { decrypt } from "@/lib/infra/secrets";

/** Where a browser's pushes are sent to, and the keys that they are encrypted with. Stored encrypted. */
export interface PushTarget {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** Returns the target that was stored. @throws UndecryptableSecret */
export const readTarget = (encrypted: string): PushTarget => JSON.parse(decrypt(encrypted)) as PushTarget;
