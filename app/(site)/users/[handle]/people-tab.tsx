import { pageAtCursor } from "@/app/(site)/query-parameters";
import { EmptyState } from "@/components/ui/empty-state";
import { PeopleList } from "@/components/profile/people-list";
import { replicaContext } from "@/lib/auth/page-context";
import { listFollowedBy, listFollowersOf } from "@/lib/domain/people/queries";
import { readProfile } from "./read-profile";

const TABS = {
  followers: {
    list: listFollowersOf,
    title: "No followers yet",
    text: (name: string) => `People who follow ${name} will show up here.`,
  },
  following: {
    list: listFollowedBy,
    title: "Not following anyone yet",
    text: (name: string) => `People ${name} follows will show up here.`,
  },
};

type PeopleTabProps = Pick<PageProps<"/users/[handle]">, "params" | "searchParams"> & { tab: keyof typeof TABS };

/** The people who follow somebody, or whom they follow. */
export async function PeopleTab({ params, searchParams, tab }: PeopleTabProps) {
  const profile = await readProfile((await params).handle);
  if (!profile) return null;
  const { handle, name } = profile;
  const { list, title, text } = TABS[tab];
  const { cursor } = await searchParams;
  const ctx = await replicaContext();
  const page = await pageAtCursor(cursor, (cursor) => list(ctx, { handle, limit: 30, cursor }));
  if (page.data.length === 0)
    return (
      <EmptyState bare icon="users" title={title}>
        {text(name)}
      </EmptyState>
    );
  return (
    <PeopleList
      source={{ route: `GET /api/people/{handle}/${tab}`, input: { handle, limit: 30 } }}
      first={page}
      href={`/users/${handle}/${tab}`}
    />
  );
}
