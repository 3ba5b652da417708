import { coins as api } from "@/lib/api/v1/coins";
import { claimCoins, placeBet, purchaseItem, rotateSeeds } from "@/lib/domain/coins/commands";
import {
  bet,
  betResult,
  claimResult,
  purchase,
  purchaseResult,
  rotatedFairness,
  rotateFairness,
} from "@/lib/domain/coins/schema";
import { sessionOperation, sessionRoute } from "@/lib/http/operation";

/** docs/contract.md#coins-plinko-and-the-shop */
export const coins = {
  balance: sessionRoute(api.balance),
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
  history: sessionRoute(api.listHistory),
  fairness: sessionRoute(api.fairness),
  rotate: sessionOperation("POST /api/coins/fairness/rotate", {
    writes: "coins",
    summary: "Reveal your seeds and commit new ones",
    body: rotateFairness,
    returns: rotatedFairness,
    run: rotateSeeds,
  }),
};
