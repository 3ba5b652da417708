import { createHmac, timingSafeEqual } from "node:crypto";
import { deriveKey } from "@/lib/infra/secrets";

/** Returns the signed token that lets somebody appeal a decision without signing in. */
export function appealToken(decisionId: string): string {
  return `${decisionId}.${sign(decisionId)}`;
}

/** Returns the decision of a token, or null if it is not one of ours. */
export function decisionOfToken(token = ""): string | null {
  const [decisionId = "", signature = ""] = token.split(".");
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(decisionId))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? decisionId : null;
}

const sign = (decisionId: string) => createHmac("sha256", deriveKey("appeal")).update(decisionId).digest("base64url");
