import { readSigned, signText } from "@/lib/infra/secrets";

/** Returns the signed token that lets somebody appeal a decision without signing in. */
export const appealToken = (decisionId: string) => signText(decisionId, "appeal");

/** Returns the decision of a token, or null if it is not one of ours. */
export const decisionOfToken = (token = "") => readSigned(token, "appeal");
