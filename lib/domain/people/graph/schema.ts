import { z } from "zod";

export const followState = z
  .object({ following: z.boolean() })
  .meta({ id: "FollowState", description: "Whether you follow this user." });

export type FollowState = z.output<typeof followState>;
