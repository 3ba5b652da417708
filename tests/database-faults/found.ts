import type { Plan } from "./plans";

/** What plans showed in the product, as small as they go. */
export const FOUND: readonly { showed: string; plan: Plan }[] = [
  {
    showed: "an act was rejected because of another statement's answer, which ROLLBACK revealed",
    plan: {
      acts: ["writes a post without a key", "comments on a post", "writes a post"],
      faults: [{ at: "statement", nth: 22, treatment: "answered twice" }],
    },
  },
  {
    showed: "a bet was rejected because of the answer that the lock of its coins had",
    plan: {
      acts: ["writes a post", "reposts a post on the site", "bets on the site"],
      faults: [{ at: "statement", nth: 37, treatment: "answered twice" }],
    },
  },
  {
    showed: "a repost was rejected because of an answer that came twice, in one packet with the next",
    plan: {
      acts: ["reposts a post on the site", "writes a post"],
      faults: [
        { at: "statement", nth: 6, treatment: "answered twice" },
        { at: "COMMIT", nth: 0, treatment: "answer lost" },
      ],
    },
  },
  {
    showed: "an act was done, whose COMMIT had no answer, and told as not done",
    plan: { acts: ["writes a post"], faults: [{ at: "COMMIT", nth: 0, treatment: "answer lost" }] },
  },
  {
    showed: "a connection stayed in the pool whose session the server ended at COMMIT",
    plan: {
      acts: ["likes a post", "bets on the site"],
      faults: [{ at: "COMMIT", nth: 0, treatment: "terminated after" }],
    },
  },
  {
    showed: "a session without the prepared statements failed every later request",
    plan: { acts: ["writes a post"], faults: [{ at: "statement", nth: 0, treatment: "new session" }] },
  },
];
