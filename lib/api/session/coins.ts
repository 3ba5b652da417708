import { coins as api } from "@/lib/api/v1/coins";
import { claimCoins, placeBet, purchaseItem, rotateSeeds } from "@/lib/domain/play/coins/commands";
import {
  bet,
  betResult,
  claimResult,
  purchase,
  purchaseResult,
  rotatedFairness,
  rotateFairness,
} from "@/lib/domain/play/coins/schema";
import { sessionOperation, sessionRoute } from "@/lib/http/operation";

/** docs/contract.md#coins-plinko-and-the-shop */
export const coins = {
  balance: sessionRoute(api.balance),
  bet: sessionOperation("POST /api/coins/bet", {
    writes: "coins",
    idempotent: true,
    budget: "bet",
    body: bet,
    returns: betResult,
    run: placeBet,
  }),
  claim: sessionOperation("POST /api/coins/claim", {
    writes: "coins",
    budget: "claim",
    returns: claimResult,
    run: claimCoins,
  }),
  purchase: sessionOperation("POST /api/coins/purchase", {
    writes: "coins",
    budget: "purchase",
    body: purchase,
    returns: purchaseResult,
    run: purchaseItem,
  }),
  history: sessionRoute(api.listHistory),
  fairness: sessionRoute(api.fairness),
  rotate: sessionOperation("POST /api/coins/fairness/rotate", {
    writes: "coins",
    body: rotateFairness,
    returns: rotatedFairness,
    run: rotateSeeds,
  }),
};
