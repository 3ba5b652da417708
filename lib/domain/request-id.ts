import { randomBase62 } from "./id";
import { randomBytes } from "./random";
import { currentSandbox } from "@/lib/infra/sandbox/scope";

/** Returns `req_` and 24 base-62 characters. */
export function newRequestId(): string {
  return `req_${randomBase62(currentSandbox()?.random ?? randomBytes, 24)}`;
}
