import { randomBase62 } from "./id";
import { randomBytes } from "./random";

/** Returns `req_` and 24 base-62 characters. */
export function newRequestId(): string {
  return `req_${randomBase62(randomBytes, 24)}`;
}
