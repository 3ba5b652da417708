import { Icon } from "@/components/ui/icon";
import type { Metadata } from "next";
import { pageAtCursor } from "@/app/(site)/query-parameters";
import { EmptyTab } from "@/components/profile/empty-tab";
import { PeopleList } from "@/components/profile/people-list";
import { PersonRow } from "@/components/profile/person-row";
import { replicaContext } from "@/lib/auth/page-context";
import { listFollowersOf } from "@/lib/domain/people/queries";
import { readProfile } from "@/app/(site)/users/[handle]/read-profile";

export const metadata: Metadata = { title: "Followers" };

export default async function FollowersTab({ params, searchParams }: PageProps<"/users/[handle]/followers">) {
  const profile = await readProfile((await params).handle);
  if (!profile) return null;
  const { handle, name } = profile;
  const { cursor } = await searchParams;
  const ctx = await replicaContext();
  const page = await pageAtCursor(cursor, (cursor) => listFollowersOf(ctx, { handle, limit: 30, cursor }));
  if (page.data.length === 0)
    return (
      <EmptyTab
        icon={<Icon name="users" />}
        title="No followers yet"
      >{`People who follow ${name} will show up here.`}</EmptyTab>
    );
  return (
    <PeopleList
      source={{ route: "GET /api/people/{handle}/followers", input: { handle, limit: 30 } }}
      nextCursor={page.nextCursor}
      moreHref={page.nextCursor && `/users/${handle}/followers?cursor=${page.nextCursor}`}
    >
      {page.data.map((person) => (
        <PersonRow key={person.id} person={person} />
      ))}
    </PeopleList>
  );
}
