import type { Metadata } from "next";
import type { ReactNode } from "react";
import Link from "next/link";
import { topSheetStyle } from "@/components/posts/sheet-style";
import { ProfileHeader } from "@/components/profile/profile-header";
import { ProfileTabs } from "@/components/profile/profile-tabs";
import { BlockedProfile } from "@/components/safety/blocked-profile";
import { replicaContext } from "@/lib/auth/page-context";
import { withoutBidiControls } from "@/lib/domain/kernel/text/characters";
import { listProfileGuilds } from "@/lib/domain/play/guilds/queries";
import { currentSite } from "@/lib/domain/deployment/site/current";
import type { Guild } from "@/lib/domain/play/guilds/schema";
import { readShown } from "./read-profile";

export async function generateMetadata({ params }: LayoutProps<"/users/[handle]">): Promise<Metadata> {
  const { profile, blocked } = await readShown((await params).handle);
  if (blocked) return { title: `@${blocked.handle}` };
  const { name, handle, bio } = profile;
  const title = `${name} (@${handle})`;
  const site = await currentSite();
  const description = withoutBidiControls(bio) || `${name} on ${site.name}.`;
  return {
    title: { absolute: `${title} · ${site.name}`, template: `%s · ${name} · ${site.name}` },
    description,
    openGraph: { type: "profile", title, description, username: handle },
  };
}

export default async function ProfileLayout({
  params,
  children,
}: LayoutProps<"/users/[handle]"> & { children: ReactNode }) {
  const { profile, blocked } = await readShown((await params).handle);
  if (blocked) return <BlockedProfile person={blocked} />;
  const ctx = await replicaContext();
  return (
    <div className={topSheetStyle}>
      <ProfileHeader profile={profile} own={ctx.actor?.id === profile.id} />
      <ProfileGuilds guilds={await listProfileGuilds(ctx, profile.id)} />
      <ProfileTabs handle={profile.handle} />
      {children}
    </div>
  );
}

function ProfileGuilds({ guilds }: { guilds: readonly Guild[] }) {
  if (guilds.length === 0) return null;
  return (
    <p className="border-t border-line px-4 py-3 text-13 text-muted md:px-6">
      On Discord in{" "}
      {guilds.map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ", "}
          <Link href={`/guilds/${id}`} prefetch={false} className="text-ink hover:underline">
            {name}
          </Link>
        </span>
      ))}
    </p>
  );
}
