import { Icon } from "@/components/ui/icon";
import type { Metadata } from "next";
import { pageAtCursor } from "@/app/(site)/query-parameters";
import { EmptyTab } from "@/components/profile/empty-tab";
import { PeopleList } from "@/components/profile/people-list";
import { PersonRow } from "@/components/profile/person-row";
import { replicaContext } from "@/lib/auth/page-context";
import { listFollowedBy } from "@/lib/domain/people/queries";
import { readProfile } from "@/app/(site)/users/[handle]/read-profile";

export const metadata: Metadata = { title: "Following" };

export default async function FollowingTab({ params, searchParams }: PageProps<"/users/[handle]/following">) {
  const profile = await readProfile((await params).handle);
  if (!profile) return null;
  const { handle, name } = profile;
  const { cursor } = await searchParams;
  const ctx = await replicaContext();
  const page = await pageAtCursor(cursor, (cursor) => listFollowedBy(ctx, { handle, limit: 30, cursor }));
  if (page.data.length === 0)
    return (
      <EmptyTab
        icon={<Icon name="users" />}
        title="Not following anyone yet"
      >{`People ${name} follows will show up here.`}</EmptyTab>
    );
  return (
    <PeopleList
      source={{ route: "GET /api/people/{handle}/following", input: { handle, limit: 30 } }}
      nextCursor={page.nextCursor}
      moreHref={page.nextCursor && `/users/${handle}/following?cursor=${page.nextCursor}`}
    >
      {page.data.map((person) => (
        <PersonRow key={person.id} person={person} />
      ))}
    </PeopleList>
  );
}
