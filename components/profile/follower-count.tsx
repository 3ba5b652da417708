"use client";

import { useMark } from "@/components/marks/use-mark";
import { FormattedNumber } from "@/components/ui/number";
import { followTarget } from "./follow-button";

interface FollowerCountProps {
  handle: string;
  following: boolean;
  followers: number;
}

/** Moves with the follow button. */
export function FollowerCount({ handle, following, followers }: FollowerCountProps) {
  const { mark } = useMark(followTarget(handle), { on: following, count: followers });
  return (
    <>
      <b className="font-semibold text-ink">
        <FormattedNumber value={mark.count} compact />
      </b>{" "}
      {mark.count === 1 ? "follower" : "followers"}
    </>
  );
}
