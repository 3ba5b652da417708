import { Users } from "lucide-react";
import type { Metadata } from "next";
import { pageAsked } from "@/app/(site)/asked";
import { NothingHere } from "@/components/profile/nothing-here";
import { PeopleList } from "@/components/profile/people-list";
import { PersonRow } from "@/components/profile/person-row";
import { visitorContext } from "@/lib/auth/page-context";
import { listFollowersOf } from "@/lib/domain/people/queries";
import { readProfile } from "@/app/(site)/users/[handle]/read-profile";

export const metadata: Metadata = { title: "Followers" };

export default async function FollowersTab({ params, searchParams }: PageProps<"/users/[handle]/followers">) {
  const { handle, name } = await readProfile((await params).handle);
  const { cursor } = await searchParams;
  const ctx = await visitorContext();
  const page = await pageAsked(cursor, (cursor) => listFollowersOf(ctx, { handle, limit: 30, cursor }));
  if (page.data.length === 0)
    return (
      <NothingHere icon={<Users />} title="No followers yet">{`Whoever follows ${name} will stand here.`}</NothingHere>
    );
  return (
    <PeopleList
      source={`/api/people/${handle}/followers?limit=30`}
      nextCursor={page.nextCursor}
      moreHref={page.nextCursor && `/users/${handle}/followers?cursor=${page.nextCursor}`}
    >
      {page.data.map((person) => (
        <PersonRow key={person.id} person={person} />
      ))}
    </PeopleList>
  );
}
