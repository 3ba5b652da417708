import { readSigned, signText } from "@/lib/infra/secrets";

export const appealToken = (decisionId: string) => signText(decisionId, "appeal");

/** Returns the id of the decision that a token is for; null if the token is not one of ours. */
export const decisionOfToken = (token = "") => readSigned(token, "appeal");
