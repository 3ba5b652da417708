"use client";

import clsx from "clsx";
import { SignInLink } from "@/components/shell/sign-in-link";
import { Icon } from "@/components/ui/icon";
import { type MarkTarget, useMark } from "@/components/marks/use-mark";
import { useViewer } from "@/components/shell/viewer-context";
import { Button } from "@/components/ui/button";
import { type ButtonSize, buttonStyle } from "@/components/ui/button-style";

interface FollowButtonProps {
  handle: string;
  /** As rendered by the server. */
  following: boolean;
  followers?: number;
  size?: ButtonSize;
}

/** Follows optimistically. Visitors are sent to sign in. */
export function FollowButton({ handle, following, followers = 0, size = "small" }: FollowButtonProps) {
  const viewer = useViewer();
  const { mark, toggle } = useMark(followTarget(handle), { on: following, count: followers });
  const look = size === "small" ? SOFT : CLEAR;
  if (!viewer)
    return (
      <SignInLink to={`/users/${handle}`} className={buttonStyle({ variant: look.off, size }, look.inviting)}>
        Follow
      </SignInLink>
    );
  return (
    <Button
      variant={mark.on ? look.on : look.off}
      size={size}
      // Contains the words that are visible, with the pointer over it as well.
      aria-label={mark.on ? `Following @${handle}: unfollow` : `Follow @${handle}`}
      onClick={toggle}
      className={clsx("group min-w-[min(6.5rem,100%)]", !mark.on && look.inviting)}
    >
      {mark.on ? (
        <>
          <Icon name="check" className="group-hover:hidden" />
          <span className="group-hover:hidden">Following</span>
          <span className="hidden group-hover:inline">Unfollow</span>
        </>
      ) : (
        "Follow"
      )}
    </Button>
  );
}

/** Prominent on a profile, subtle in lists. */
const CLEAR = { off: "primary", on: "quiet", inviting: undefined } as const;
const SOFT = { off: "quiet", on: "bare", inviting: "text-brand!" } as const;

export function followTarget(handle: string): MarkTarget {
  return { path: "/api/users/{handle}/follow", params: { handle } };
}
