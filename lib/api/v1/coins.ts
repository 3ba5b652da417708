import { getBalance, getFairness, listHistory } from "@/lib/domain/play/coins/queries";
import { coinBalance, fairness, historyQuery, ledgerEntry } from "@/lib/domain/play/coins/schema";
import { apiOperation } from "@/lib/http/operation";

/** Read-only: no key can bet, buy or claim the top-up (docs/contract.md#coins-plinko-and-the-shop). */
export const coins = {
  balance: apiOperation("GET /api/v1/coins", {
    scope: "read:coins",
    summary: "Get your balance",
    returns: coinBalance,
    run: getBalance,
  }),
  listHistory: apiOperation("GET /api/v1/coins/history", {
    scope: "read:coins",
    summary: "List the changes of your balance",
    description: "Newest first, each with the balance after it. A drop has what is needed to verify it.",
    paginated: true,
    query: historyQuery,
    returns: ledgerEntry,
    run: listHistory,
  }),
  fairness: apiOperation("GET /api/v1/coins/fairness", {
    scope: "read:coins",
    summary: "Get the fairness commitment",
    description: "What the next drop is bound to: the hash of the server's seed, your seed, and the count of drops.",
    returns: fairness,
    run: getFairness,
  }),
};
