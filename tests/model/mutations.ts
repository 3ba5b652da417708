import { changed, type Planted } from "@/tests/support/changed-statements";

/** A change of the model that makes one of its invariants false. */
export interface Mutation {
  mistake: string;
  part: string;
  by: string;
}

export const MODEL_MUTATIONS: readonly Mutation[] = [
  { mistake: "a bet may be over the balance", part: "coins.get(who) >= amount,", by: "true," },
  { mistake: "a pet is paid and not given", part: "hasPet' = hasPet.set(who, true)", by: "hasPet' = hasPet" },
  { mistake: "a pet is paid twice", part: "not(hasPet.get(who)),", by: "true," },
  {
    mistake: "an entry has the balance of before",
    part: "balance: coins.get(who) + change",
    by: "balance: coins.get(who)",
  },
  { mistake: "a balance does not follow its entry", part: "coins.set(who, coins.get(who) + change)", by: "coins" },
  {
    mistake: "a number is left out",
    part: "numbers.set(who, numbers.get(who) + 1)",
    by: "numbers.set(who, numbers.get(who) + 2)",
  },
  { mistake: "a number is given twice", part: "number: numbers.get(who) + 1", by: "number: numbers.get(who)" },
  {
    mistake: "an endpoint that is off counts on deliveries",
    part: "if (isOn.get(who)) expected.set",
    by: "if (true) expected.set",
  },
  {
    mistake: "two workers lease of one endpoint",
    part: 'lane.get(who) == "nobody" or lane.get(who) == worker,',
    by: "true,",
  },
  {
    mistake: "what an endpoint was not told counts as told",
    part: 'isOpen(delivery)) delivery.with("status", "failed")',
    by: 'isOpen(delivery)) delivery.with("status", "delivered")',
  },
];

/** Mistakes in the product, of which each makes it differ from the model. */
export const PRODUCT_MUTATIONS: readonly Planted[] = [
  changed("coins are taken where they should be given", {
    "coins.move": ["SET coins = coins +", "SET coins = coins -"],
  }),
  changed("a pet is paid and not given", { "coins.pet": [`"hasProfilePet" = true`, `"hasProfilePet" = false`] }),
  changed("a number is left out", { "webhooks.enqueue": ["sequence = sequence + 1", "sequence = sequence + 2"] }),
  changed("an endpoint that is off is told", { "webhooks.enqueue": ["AND enabled AND", "AND"] }),
  changed("an endpoint that is off is still told of before", {
    "deliveries.failPending": ["status = 'pending'", "status = 'failed'"],
  }),
  changed("a delivery is leased twice", {
    "deliveries.claim": [/\(d\."leaseToken" IS NULL OR d\."leaseEndsAt" < [^\n]*\)/, "true"],
  }),
  changed("two workers have one endpoint", {
    "deliveries.claim": [/WHERE current\.engine = excluded\.engine OR current\."endsAt" < [^\n]*/, ""],
  }),
  changed("an attempt counts that another has taken over", {
    "deliveries.settle": [`AND d."leaseToken" = a.token`, ""],
  }),
  changed("a lease stays after its attempt failed", {
    "deliveries.settleFailure": [`"leaseToken" = NULL, "leaseEndsAt" = NULL`, `"leaseToken" = "leaseToken"`],
  }),
  changed("a delivery that had ended is tried again", {
    "deliveries.settleFailure": [/AND \(status = 'pending' OR [^)]*\)/, ""],
  }),
];
