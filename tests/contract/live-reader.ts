import { afterEach } from "vitest";
import { BASE_URL } from "@/tests/support/api";
import { newAccount } from "@/tests/support/api-accounts";
import { openEventStream, type OpenedStream } from "@/tests/support/event-stream";
import { sessionCookieOf } from "@/tests/support/session-cookie";

const opened: OpenedStream[] = [];
afterEach(closeStreams);

export function closeStreams(): void {
  for (const stream of opened.splice(0)) stream.close();
}

/** A signed-in account with streams, which are closed after the test. */
export async function newReader() {
  const account = await newAccount();
  const cookie = await sessionCookieOf(account.ctx());
  const open = async (query = "topics=me", headers: Record<string, string> = {}, base = BASE_URL) => {
    const stream = await openEventStream(`${base}/api/live?${query}`, { Cookie: cookie, ...headers });
    opened.push(stream);
    return stream;
  };
  return { account, cookie, open };
}
