"use client";

import clsx from "clsx";
import { SignInLink } from "@/components/shell/sign-in-link";
import { Icon } from "@/components/ui/icon";
import { useViewer } from "@/components/shell/viewer-context";
import { Button } from "@/components/ui/button";
import { type ButtonSize, buttonStyle } from "@/components/ui/button-style";
import { type MarkTarget, useMark } from "./use-mark";

interface FollowToggleProps {
  target: MarkTarget;
  /** As it is shown: `@ada` or `#brass`. */
  name: string;
  /** Where visitors come back to after they signed in. */
  page: string;
  /** As rendered by the server. */
  following: boolean;
  followers?: number;
  /** What the button says to somebody who does not follow. */
  invitation?: string;
  size?: ButtonSize;
}

/** Follows optimistically. Visitors are sent to sign in. */
export function FollowToggle({
  target,
  name,
  page,
  following,
  followers = 0,
  invitation = "Follow",
  size = "small",
}: FollowToggleProps) {
  const viewer = useViewer();
  const { mark, toggle } = useMark(target, { on: following, count: followers });
  const look = size === "small" ? SOFT : CLEAR;
  if (!viewer)
    return (
      <SignInLink to={page} className={buttonStyle({ variant: look.off, size }, look.inviting)}>
        {invitation}
      </SignInLink>
    );
  return (
    <Button
      variant={mark.on ? look.on : look.off}
      size={size}
      // Contains the words that are visible, with the pointer over it as well.
      aria-label={mark.on ? `Following ${name}: unfollow` : `${invitation} ${name}`}
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
        invitation
      )}
    </Button>
  );
}

/** Prominent on its own page, subtle in lists. */
const CLEAR = { off: "primary", on: "quiet", inviting: undefined } as const;
const SOFT = { off: "quiet", on: "bare", inviting: "text-brand!" } as const;
