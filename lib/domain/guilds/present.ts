import { UNNAMED_GUILD } from "./rules";
import type { Guild, Membership } from "./schema";

export function presentGuild({ id, name }: { id: string; name: string | null }): Guild {
  return { id, name: name ?? UNNAMED_GUILD };
}

interface MembershipRow {
  isHidden: boolean;
  isOnProfile: boolean;
  guild: { id: string; name: string | null };
}

export function presentMembership({ isHidden, isOnProfile, guild }: MembershipRow): Membership {
  return { ...presentGuild(guild), hidden: isHidden, onProfile: isOnProfile };
}
