import { claimCoins, placeBet, purchaseItem, rotateSeeds } from "@/lib/domain/coins/commands";
import { getBalance, getFairness, listHistory } from "@/lib/domain/coins/queries";
import {
  bet,
  betResult,
  claimResult,
  coinBalance,
  fairness,
  historyQuery,
  ledgerEntry,
  purchase,
  purchaseResult,
  rotatedFairness,
  rotateFairness,
} from "@/lib/domain/coins/schema";
import { sessionOperation } from "@/lib/http/operation";

/** docs/contract.md#coins-plinko-and-the-shop */
export const coins = {
  balance: sessionOperation("GET /api/coins", { summary: "Get your balance", returns: coinBalance, run: getBalance }),
  bet: sessionOperation("POST /api/coins/bet", {
    writes: "coins",
    summary: "Drop a ball",
    idempotent: true,
    budget: "bet",
    body: bet,
    returns: betResult,
    errors: ["insufficient_coins"],
    run: placeBet,
  }),
  claim: sessionOperation("POST /api/coins/claim", {
    writes: "coins",
    summary: "Claim the free top-up",
    budget: "claim",
    returns: claimResult,
    errors: ["insufficient_coins"],
    run: claimCoins,
  }),
  purchase: sessionOperation("POST /api/coins/purchase", {
    writes: "coins",
    summary: "Buy something in the shop",
    budget: "purchase",
    body: purchase,
    returns: purchaseResult,
    errors: ["insufficient_coins", "conflict"],
    run: purchaseItem,
  }),
  history: sessionOperation("GET /api/coins/history", {
    summary: "List the changes of your balance",
    query: historyQuery,
    paginated: true,
    returns: ledgerEntry,
    run: listHistory,
  }),
  fairness: sessionOperation("GET /api/coins/fairness", {
    summary: "Get the fairness commitment of your next drop",
    returns: fairness,
    run: getFairness,
  }),
  rotate: sessionOperation("POST /api/coins/fairness/rotate", {
    writes: "coins",
    summary: "Reveal your seeds and commit new ones",
    body: rotateFairness,
    returns: rotatedFairness,
    run: rotateSeeds,
  }),
};
