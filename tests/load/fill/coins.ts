import { BINS, drop, randomByte, sha256Hex } from "@/lib/domain/play/coins/plinko";
import { STARTING_COINS } from "@/lib/domain/play/coins/rules";
import { insert, type Steps } from "./steps";

const SERVER_SEED = "5eed".repeat(16);
const CLIENT_SEED = "pegboard";

/**
 * Everybody has their first coins. The first account has alternately won and lost one coin since, by drops that follow
 * from its seeds, so that the audit finds nothing.
 */
export const coins: Steps = async ({ users, depth }) => [
  insert(
    "Profile",
    users,
    `"userId", coins, "createdAt"`,
    `pg_temp.id('user', i), ${STARTING_COINS}, timestamptz '2024-05-01'`,
  ),
  insert(
    "LedgerEntry",
    users,
    `id, "userId", type, amount, balance, "createdAt"`,
    `pg_temp.id('opening', i), pg_temp.id('user', i), 'OPENING', ${STARTING_COINS}, ${STARTING_COINS}, timestamptz '2024-05-01'`,
  ),
  insert(
    "PlinkoSeed",
    1,
    `id, "userId", "serverSeed", "serverSeedHash", "clientSeed", nonce, "createdAt"`,
    `pg_temp.id('seed', i), pg_temp.id('user', i), '${SERVER_SEED}', '${await sha256Hex(SERVER_SEED)}', '${CLIENT_SEED}', ${depth}, timestamptz '2024-05-01'`,
  ),
  insert(
    "Drop",
    depth,
    `id, "userId", "seedId", nonce, bin, "landedBin", amount, "createdAt"`,
    `pg_temp.id('drop', i), pg_temp.id('user', 1), pg_temp.id('seed', 1), i - 1, CASE i % 2 WHEN 1 THEN landed ELSE (landed + 1) % ${BINS} END, landed, 1, ${instant}`,
    `CROSS JOIN LATERAL (SELECT ('{${(await landings(depth)).join(",")}}'::int[])[i] AS landed) fate`,
  ),
  insert(
    "LedgerEntry",
    depth,
    `id, "userId", type, amount, balance, "dropId", "createdAt"`,
    `pg_temp.id('led', i), pg_temp.id('user', 1), (CASE i % 2 WHEN 1 THEN 'BET_WON' ELSE 'BET_LOST' END)::"LedgerType",
     CASE i % 2 WHEN 1 THEN 1 ELSE -1 END, ${STARTING_COINS} + i % 2, pg_temp.id('drop', i), ${instant}`,
  ),
];

/** No two entries of a ledger have the same time. */
const instant = `timestamptz '2024-06-01' + i * interval '5 minutes'`;

/** Where the first drops of the seeds land. */
function landings(count: number): Promise<number[]> {
  return Promise.all(
    Array.from(
      { length: count },
      async (_, nonce) => drop(await randomByte(SERVER_SEED, CLIENT_SEED, nonce)).landedBin,
    ),
  );
}

const GAMES = ["plinko", "plinko-streak", "plinko-high-roller"];

export const leaderboards: Steps = ({ users }) =>
  GAMES.map((game, n) =>
    insert(
      "LeaderboardRecord",
      users,
      `game, "userId", score, "gamesPlayed", "reachedAt"`,
      `'${game}', pg_temp.id('user', i), pg_temp.pick(i, ${10 + n}, 5000), pg_temp.pick(i, ${20 + n}, 300), pg_temp.moment(i, ${users})`,
    ),
  );
