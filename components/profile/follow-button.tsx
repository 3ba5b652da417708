import { FollowToggle } from "@/components/marks/follow-toggle";
import type { MarkTarget } from "@/components/marks/use-mark";
import type { ButtonSize } from "@/components/ui/button-style";

interface FollowButtonProps {
  handle: string;
  /** As rendered by the server. */
  following: boolean;
  followers?: number;
  invitation?: string;
  size?: ButtonSize;
}

export function FollowButton({ handle, ...state }: FollowButtonProps) {
  return <FollowToggle target={followTarget(handle)} name={`@${handle}`} page={`/users/${handle}`} {...state} />;
}

export function followTarget(handle: string): MarkTarget {
  return { path: "/api/users/{handle}/follow", params: { handle } };
}
