import { placeBet } from "@/lib/domain/play/coins/commands";
import { newId } from "@/lib/domain/kernel/id";
import { findKeyByHash } from "@/lib/domain/accounts/authentication/queries";
import { hashSecret } from "@/lib/domain/kernel/credentials";
import type { TestServer } from "@/tests/support/test-server";
import { grant } from "@/tests/lib/domain/play/coins/books";
import { type Account, newAccount } from "@/tests/support/api-accounts";
import { sessionCookieOf } from "@/tests/support/session-cookie";
import { contest } from "../contest";
import { CONNECTIONS, type Outgoing } from "../hammer";
import { startBareServer } from "../references/bare";
import { statementsOf } from "../statements";
import type { Recipe } from "./operations";
import { percent } from "./requests";
import { table } from "./table";

const EFFORT = { rounds: 4, seconds: 2 };
/** Enough for the whole measurement. */
const COINS = 1_000_000;

const BET = { bin: 2, amount: 1 };

/**
 * Measures bets per second when they contend for one account, and when each connection has its own account; and the
 * same statements in sequence, for as many accounts, without the product.
 */
export async function measureBets(databaseUrl: string, product: TestServer): Promise<void> {
  const gamblers = await Promise.all(Array.from({ length: CONNECTIONS + 1 }, newGambler));
  const recipes = [];
  for (const gambler of gamblers) recipes.push(await recipeOf(gambler));
  const bare = await startBareServer(databaseUrl, recipes);
  const bet = (connection: number): Outgoing => ({
    method: "POST",
    url: `${product.url}/api/coins/bet`,
    headers: { Cookie: gamblers[connection]?.cookie ?? "" },
    body: JSON.stringify(BET),
  });
  const bareBet = (connection: number): Outgoing => {
    const { account } = gamblers[connection] ?? {};
    const headers = { Authorization: `Bearer ${account?.key}`, "X-Operation": account?.id ?? "" };
    return { method: "POST", url: `${bare.origin}/bet`, headers, body: JSON.stringify(BET) };
  };
  const results = await contest(
    [
      { name: "many", next: bet },
      { name: "one", next: () => bet(CONNECTIONS) },
      { name: "bare", next: bareBet },
    ],
    EFFORT,
  );
  bare.stop();
  const names = [`${CONNECTIONS} accounts`, "one account", "bare node+pg"];
  table(
    ["bets", "bets/s", "p50 ms", "p99 ms", "many of it"],
    results.map(({ perSecond, p50, p99, ratio }, n) => [
      names[n] ?? "",
      perSecond.toFixed(0),
      p50.toFixed(1),
      p99.toFixed(1),
      percent(ratio),
    ]),
  );
}

interface Gambler {
  account: Account;
  cookie: string;
}

/** An account with enough coins, a key and a session. */
async function newGambler(): Promise<Gambler> {
  const account = await newAccount();
  await grant(account.ctx(), COINS);
  return { account, cookie: await sessionCookieOf(account.ctx()) };
}

/** Bets once, which also commits the account's seeds, and again to record the statements. */
async function recipeOf({ account }: Gambler): Promise<Recipe> {
  const afterCommit = () => undefined;
  await placeBet({ ...account.ctx(), afterCommit }, BET);
  const ctx = { ...account.ctx(), afterCommit };
  const statements = await statementsOf(async () => {
    await findKeyByHash(hashSecret(account.key));
    await placeBet(ctx, BET);
  });
  const nonceAt = statements.slice(1).map(({ text }) => (text.includes('"Drop" (') ? NONCE_AT : undefined));
  return { name: account.id, statements, caller: account.id, fresh: newId("", ctx).slice(1, 9), nonceAt };
}

/** The position of the nonce among the values of the statement that inserts a drop. */
const NONCE_AT = 3;
