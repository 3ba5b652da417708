import type { BadgeTone } from "@/components/ui/badge";
import type { StaffRole } from "@/lib/domain/deployment/administration/rules";
import type { AccountStanding } from "@/lib/domain/accounts/users/rules";

export const ROLE_LABELS: Record<StaffRole, { one: string; many: string; may: string }> = {
  MEMBER: { one: "Member", many: "Members", may: "Posts, builds and plays, like everybody." },
  EDITOR: { one: "Editor", many: "Editors", may: "Writes the blog and the news as well." },
  MODERATOR: {
    one: "Moderator",
    many: "Moderators",
    may: "Decides on reports, and can limit, suspend and close accounts.",
  },
  ADMIN: { one: "Admin", many: "Admins", may: "Decides on everything, about moderators and other admins too." },
};

export const STANDING_LABELS: Record<AccountStanding, { label: string; tone: BadgeTone }> = {
  active: { label: "Active", tone: "good" },
  limited: { label: "Limited", tone: "plain" },
  suspended: { label: "Suspended", tone: "bad" },
  closed: { label: "Closed", tone: "plain" },
};

export const TIER_LABELS = { free: "Free", pro: "Pro" } as const;
