import { readSigned, signText } from "@/lib/infra/secrets";

export const appealToken = (decisionId: string) => signText(decisionId, "appeal");

/** Null if the token is not one of ours. */
export const decisionOfToken = (token = "") => readSigned(token, "appeal");
