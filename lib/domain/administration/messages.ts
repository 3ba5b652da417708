import type { Role, Tier } from "@/lib/infra/prisma/enums";
import type { StaffRole } from "./rules";

const GIVEN: Record<Exclude<StaffRole, "MEMBER">, { preview: string; link: string }> = {
  EDITOR: { preview: "You are an editor now: you write the blog and the news.", link: "/blog/new" },
  MODERATOR: { preview: "You are a moderator now: you decide on what people report.", link: "/moderation" },
  ADMIN: { preview: "You are an admin of this site now.", link: "/admin" },
};

const FORMER: Record<Role, string> = {
  MEMBER: "a member",
  EDITOR: "an editor",
  MODERATOR: "a moderator",
  ADMIN: "an admin",
  SYSTEM: "the platform",
};

/** The notification about a new role. */
export function roleNotice(from: Role, to: StaffRole): { preview: string; link: string } {
  if (to !== "MEMBER") return GIVEN[to];
  return { preview: `You are no longer ${FORMER[from]} of this site.`, link: "/settings/security" };
}

/** The notification about a new tier. */
export function tierNotice(tier: Tier): { preview: string; link: string } {
  const preview =
    tier === "pro"
      ? "Your account is on the pro tier now: your API keys may make more requests."
      : "Your account is on the free tier now, with its limits for API keys.";
  return { preview, link: "/settings/developer" };
}
