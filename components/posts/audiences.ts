import type { IconName } from "@/components/ui/icon-names";
import type { TimelinePost } from "@/lib/domain/writing/posts/schema";

export type Audience = TimelinePost["audience"];

interface AudienceLabels {
  icon: IconName;
  /** In the select. */
  choice: string;
  /** On a post. */
  shown: string;
}

export const AUDIENCES: Record<Audience, AudienceLabels> = {
  PUBLIC: { icon: "globe", choice: "Everyone", shown: "Public" },
  FOLLOWERS: { icon: "users", choice: "Followers", shown: "Followers" },
  PRIVATE: { icon: "lock", choice: "Only me", shown: "Only you" },
};
