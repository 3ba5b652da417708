import type { IncomingMessage, ServerResponse } from "node:http";
import { log } from "@/lib/infra/log/log";
import { rejectAtEntry } from "./entry-rejection";

/** Answers any error that the work throws: otherwise the client would wait until its connection times out. */
export async function answerFaults(
  request: IncomingMessage,
  response: ServerResponse,
  work: () => unknown,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error("request failed at the entry", { error });
    if (response.headersSent) response.destroy();
    else rejectAtEntry(request, response, error);
  }
}
