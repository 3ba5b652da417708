import { createHmac } from "node:crypto";
import ipaddr from "ipaddr.js";
import { read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { deriveKey } from "@/lib/infra/secrets";
import { SIGN_UP_WINDOW_MS } from "./rules";

/** Records the network that somebody signed up from, for an hour. */
export async function rememberSignUp(tx: VisitorContext, userId: string): Promise<void> {
  const network = networkOf(tx);
  if (network !== null)
    await write(tx, "signUps.remember")`
      INSERT INTO "SignUpOrigin" ("userId", network, "createdAt") VALUES (${userId}, ${network}, ${tx.now})`;
}

/** Returns how many signed up from the caller's network within the last hour. */
export async function countSignUps(ctx: VisitorContext): Promise<number> {
  const network = networkOf(ctx);
  if (network === null) return 0;
  const since = new Date(ctx.now.getTime() - SIGN_UP_WINDOW_MS);
  const [row] = await read<{ count: number }>(ctx, "signUps.countRecent")`
    SELECT count(*)::int AS count FROM "SignUpOrigin" WHERE network = ${network} AND "createdAt" > ${since}`;
  return row!.count;
}

/** Returns a keyed hash of the caller's network, so that the rows do not reveal it; null where it is unknown. */
export function networkOf({ clientIp = "" }: VisitorContext): string | null {
  const range = rangeOf(clientIp.replace(/\/64$/, ""));
  return range && createHmac("sha256", deriveKey("sign-up networks")).update(range).digest("base64url");
}

/** A /24 or an IPv6 /48 (docs/contract.md#sign-in): bulk sign-ups use neighbouring addresses. */
function rangeOf(address: string): string | null {
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  const bytes = parsed.toByteArray();
  return `${parsed.kind()} ${bytes.slice(0, parsed.kind() === "ipv4" ? 3 : 6).join(".")}`;
}
