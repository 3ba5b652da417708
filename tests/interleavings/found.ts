import type { Plan } from "./run";

/** A plan that once went wrong, made as small as it goes, and what it showed. */
export interface Found {
  showed: string;
  plan: Plan;
}

export const FOUND: readonly Found[] = [
  {
    showed: "closing an account waited for an act of its own, which waited for the account",
    plan: {
      processes: [
        { person: 0, doings: [["likes a post", 0]] },
        { person: 0, doings: [["closes their account", 0]] },
      ],
      turns: [0, 0, 3],
      kills: [],
    },
  },
  {
    showed: "closing an account waited for an act of somebody who had just liked a post of it",
    plan: {
      processes: [
        {
          person: 2,
          doings: [
            ["likes a post", 3],
            ["likes a post", 0],
          ],
        },
        { person: 3, doings: [["closes their account", 0]] },
      ],
      turns: [3, 0, 0, 3],
      kills: [],
    },
  },
  {
    showed: "an account that was closed while it waited to be opened again locked others out of order",
    plan: {
      processes: [
        { person: 0, doings: [["follows somebody", 0]] },
        {
          person: 0,
          doings: [
            ["opens it again", 0],
            ["follows somebody", 0],
          ],
        },
        {
          person: 0,
          doings: [
            ["closes their account", 0],
            ["follows somebody", 0],
          ],
        },
      ],
      turns: [0, 0, 0, 1],
      kills: [],
    },
  },
  {
    showed: "an account with an endpoint and a duel that its opponent had played could not be closed",
    plan: {
      processes: [
        { person: 3, doings: [["plays as opponent", 0]] },
        { person: 2, doings: [["closes their account", 0]] },
      ],
      turns: [],
      kills: [],
    },
  },
  {
    showed: "a block ended a follow, and left the notification of it",
    plan: { processes: [{ person: 3, doings: [["blocks somebody", 2]] }], turns: [], kills: [] },
  },
  {
    showed: "closing an account locked a topic before the posts that it had quoted",
    plan: {
      processes: [
        { person: 2, doings: [["closes their account", 0]] },
        { person: 0, doings: [["likes a post", 1]] },
      ],
      turns: [3, 3, 3, 3, 1, 3, 1, 1, 1, 0, 0, 0, 3, 1, 0, 3, 3, 3],
      kills: [],
    },
  },
  {
    showed: "closing an account locked the posts before the notifications that acts on them hold",
    plan: {
      turns: [5, 0, 5, 1, 0, 0, 0, 0, 3, 3, 3, 0, 0, 0, 3, 1, 1, 1, 3, 3, 0, 3, 1, 3, 1, 0, 1],
      kills: [],
      processes: [
        {
          person: 3,
          doings: [
            ["closes their account", 0],
            ["likes a post", 0],
          ],
        },
        {
          person: 0,
          doings: [
            ["comments on a post", 3],
            ["deletes a comment", 0],
          ],
        },
        { person: 0, doings: [["likes a post", 0]] },
      ],
    },
  },
];
