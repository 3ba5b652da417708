import { expect, test } from "vitest";
import { coins } from "@/lib/api/session/coins";
import { serveSession } from "@/lib/http/pipeline/serve-session";
import { grant, books } from "@/tests/lib/domain/play/coins/books";
import { callHandler } from "@/tests/lib/http/pipeline/caller";
import { newPerson } from "@/tests/support/people";
import { sessionCookieOf } from "@/tests/support/session-cookie";

const bet = serveSession(coins.bet);

test("a bet that is resent with its key takes effect once, even while the first is in progress", async () => {
  const player = await newPerson();
  await grant(player, 100);
  const headers = { Cookie: await sessionCookieOf(player), "Idempotency-Key": "one-click" };
  const place = (more = {}) =>
    callHandler(bet, "POST", { headers: { ...headers, ...more }, json: { bin: 2, amount: 3 }, path: "/api/coins/bet" });
  const answers = await Promise.all([place(), place(), place(), place()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const [first, ...others] = answers.map(({ text }) => text);
  for (const other of others) expect(other).toEqual(first);
  expect((await books(player)).types.filter((type) => type.startsWith("BET"))).toHaveLength(1);
  await place({ "Idempotency-Key": "another click" });
  expect((await books(player)).types.filter((type) => type.startsWith("BET"))).toHaveLength(2);
});
