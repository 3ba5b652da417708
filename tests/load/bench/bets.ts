import { encode } from "next-auth/jwt";
import { SESSION_COOKIE } from "@/lib/auth/cookie";
import { beginSession } from "@/lib/domain/users/sessions";
import { env } from "@/lib/infra/env";
import type { TestServer } from "@/scripts/tools/test-server";
import { grant } from "@/tests/lib/domain/coins/books";
import { newPerson } from "@/tests/support/people";
import { contest } from "../contest";
import { CONNECTIONS } from "../hammer";
import { percent } from "./requests";
import { table } from "./table";

const EFFORT = { rounds: 4, seconds: 2 };
/** Nobody runs out of coins while they are measured. */
const COINS = 1_000_000;

/** Bets a second when all are one account's, who wait for one another, and when they are as many accounts'. */
export async function measureBets(product: TestServer): Promise<void> {
  const cookies = await Promise.all(Array.from({ length: CONNECTIONS + 1 }, newGambler));
  const bet = (cookie = "") => ({
    method: "POST" as const,
    url: `${product.url}/api/coins/bet`,
    headers: { Cookie: cookie },
    body: JSON.stringify({ bin: 2, amount: 1 }),
  });
  const [many, one] = await contest(
    [
      { name: "many", next: (connection) => bet(cookies[connection]) },
      { name: "one", next: () => bet(cookies[CONNECTIONS]) },
    ],
    EFFORT,
  );
  if (!many || !one) return;
  table(
    ["bets", "bets/s", "p50 ms", "p99 ms", "of many"],
    [
      [`${CONNECTIONS} accounts`, many.perSecond.toFixed(0), many.p50.toFixed(1), many.p99.toFixed(1), ""],
      [
        "one account",
        one.perSecond.toFixed(0),
        one.p50.toFixed(1),
        one.p99.toFixed(1),
        percent(one.perSecond / many.perSecond),
      ],
    ],
  );
}

/** Somebody rich and signed in, as the cookie that says so. */
async function newGambler(): Promise<string> {
  const ctx = await newPerson();
  await grant(ctx, COINS);
  const sid = await beginSession(ctx, { userId: ctx.actor.id, userAgent: "bench", maxAgeSeconds: 3600 });
  return `${SESSION_COOKIE.name()}=${await encode({ token: { sid }, secret: env().authSecret })}`;
}
