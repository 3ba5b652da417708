import type { IncomingMessage } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";

const HEADER = "next-router-state-tree";

/**
 * Removes what Next's client says of the page it shows, unless Next can read it: it would answer with a bare 500.
 * Without it, the whole page is sent.
 */
export function removeUnreadableRouterState({ headers }: Pick<IncomingMessage, "headers">): void {
  if (headers[HEADER] === undefined) return;
  try {
    parseAndValidateFlightRouterState(headers[HEADER]);
  } catch {
    delete headers[HEADER];
  }
}
