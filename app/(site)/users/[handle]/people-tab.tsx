import { EmptyState } from "@/components/ui/empty-state";
import { PeopleList } from "@/components/profile/people-list";
import { listFollowedBy, listFollowersOf } from "@/lib/domain/people/directory/queries";
import { readTab } from "./read-profile";

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

export async function PeopleTab({ tab, ...props }: PeopleTabProps) {
  const { list, title, text } = TABS[tab];
  const shown = await readTab(props, (ctx, of) => list(ctx, { ...of, limit: 30 }));
  if (!shown) return null;
  const { handle, name, page } = shown;
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
