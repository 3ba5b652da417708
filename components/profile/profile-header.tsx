import clsx from "clsx";
import { Icon } from "@/components/ui/icon";
import Link from "next/link";
import type { ReactNode } from "react";
import { ChallengeButton } from "@/components/duels/challenge-button";
import { PostText } from "@/components/posts/post-text";
import { PersonMenu } from "@/components/safety/person-menu";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { CoinAmount } from "@/components/coins/coin-amount";
import { Token } from "@/components/plinko/token";
import { LinkButton } from "@/components/ui/button";
import { FormattedNumber } from "@/components/ui/number";
import { ACHIEVEMENTS } from "@/lib/domain/play/coins/achievements";
import type { Profile } from "@/lib/domain/accounts/users/schema";
import { FollowButton } from "./follow-button";
import { FollowerCount } from "./follower-count";
import { LevelPegs } from "./level-pegs";
import { Pet } from "./pet";

export function ProfileHeader({ profile, own }: { profile: Profile; own: boolean }) {
  const { handle, name, stats, viewer } = profile;
  const following = viewer?.following ?? false;
  return (
    <header>
      <Banner profile={profile} />
      <div className="px-4 md:px-6">
        <div className="-mt-12 flex items-end justify-between gap-2">
          <span className="relative shrink-0 rounded-full bg-surface p-1">
            <Avatar src={profile.image} name={name} size={96} />
          </span>
          {own ? (
            <LinkButton href="/settings/profile">Edit profile</LinkButton>
          ) : (
            <span className="flex flex-wrap justify-end gap-2">
              <PersonMenu person={profile} muted={viewer?.muted ?? false} />
              <ChallengeButton handle={handle} />
              <FollowButton handle={handle} following={following} followers={stats.followers} size="normal" />
            </span>
          )}
        </div>
        <h1 dir="auto" className="mt-2 text-27 wrap-anywhere">
          {name}
        </h1>
        <p className="flex flex-wrap items-center gap-x-2 text-muted">
          @{handle}
          {profile.automated && <Badge>Automated</Badge>}
          {viewer?.followsYou && <Badge>Follows you</Badge>}
        </p>
        {profile.bio !== "" && (
          <div className="mt-3 max-w-prose">
            <PostText content={profile.bio} mentions={profile.bioMentions} place="comment" />
          </div>
        )}
        <ul className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-1 text-muted">
          <Count href={`/users/${handle}/following`}>
            <b className="font-semibold text-ink">
              <FormattedNumber value={stats.following} compact />
            </b>{" "}
            following
          </Count>
          <Count href={`/users/${handle}/followers`}>
            <FollowerCount handle={handle} following={following} followers={stats.followers} />
          </Count>
          <li className="flex items-center gap-1.5 text-13">
            <Icon name="calendar-days" className="size-4" />
            Joined {monthOf(profile.createdAt)}
          </li>
        </ul>
        <div className="mt-4 flex flex-wrap items-end justify-end gap-x-8 gap-y-4 border-t border-line py-4">
          <LevelPegs xp={profile.xp} className="min-w-[min(12rem,100%)] flex-1" />
          <p className="text-right text-13 text-muted">
            <CoinAmount
              value={profile.coins}
              className="font-display text-27 leading-none! font-semibold text-coin-ink"
            />
          </p>
        </div>
        <CollectionStrip achievements={profile.achievements} />
      </div>
      {profile.hasProfilePet && !profile.petHidden && <Pet owner={name} />}
    </header>
  );
}

/** What the person collected on the Plinko board. */
function CollectionStrip({ achievements }: Pick<Profile, "achievements">) {
  if (achievements.length === 0) return null;
  return (
    <ul aria-label="Collection" className="flex flex-wrap gap-2 pb-4">
      {achievements.map((key) => {
        const { title, description } = ACHIEVEMENTS[key];
        return (
          <li key={key} title={`${title}: ${description}`}>
            <span className="sr-only">
              {title}: {description}
            </span>
            <Token achievement={key} />
          </li>
        );
      })}
    </ul>
  );
}

/** A banner from the person's picture: a generated one stays sharp at any size, a photograph is blurred. */
function Banner({ profile: { image, handle } }: { profile: Profile }) {
  const drawn = image.endsWith(`/api/avatars/${handle}`);
  return (
    <div aria-hidden className="h-28 overflow-hidden bg-hover sm:h-36">
      {/* oxlint-disable-next-line nextjs/no-img-element -- the same file as the picture below it */}
      <img
        src={image}
        alt=""
        className={clsx("size-full object-cover", drawn ? "object-[50%_38%]" : "scale-125 blur-2xl")}
      />
    </div>
  );
}

function Count({ href, children }: { href: string; children: ReactNode }) {
  return (
    <li>
      <Link href={href} prefetch={false} scroll={false} className="hover:underline">
        {children}
      </Link>
    </li>
  );
}

function monthOf(moment: string) {
  return new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" }).format(new Date(moment));
}
