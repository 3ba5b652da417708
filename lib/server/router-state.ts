import type { IncomingMessage } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";

const HEADER = "next-router-state-tree";

/**
 * Removes the header with the router state of Next's client if Next cannot read it: Next would answer with a bare 500.
 * Without the header, it sends the whole page.
 */
export function removeUnreadableRouterState({ headers }: Pick<IncomingMessage, "headers">): void {
  if (headers[HEADER] === undefined) return;
  try {
    parseAndValidateFlightRouterState(headers[HEADER]);
  } catch {
    delete headers[HEADER];
  }
}
