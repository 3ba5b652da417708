import { Globe, Lock, type LucideIcon, Users } from "lucide-react";
import type { TimelinePost } from "@/lib/domain/timeline/schema";

export type Audience = TimelinePost["audience"];

interface AudienceLabels {
  icon: LucideIcon;
  /** In the select. */
  choice: string;
  /** On a post. */
  shown: string;
}

export const AUDIENCES: Record<Audience, AudienceLabels> = {
  PUBLIC: { icon: Globe, choice: "Everyone", shown: "Public" },
  FOLLOWERS: { icon: Users, choice: "Followers", shown: "Followers" },
  PRIVATE: { icon: Lock, choice: "Only me", shown: "Only you" },
};
