import Link from "next/link";
import { pageAtCursor } from "@/app/(site)/query-parameters";
import { sheetStyle } from "@/components/posts/sheet-style";
import { PeopleList } from "@/components/profile/people-list";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeading } from "@/components/ui/section";
import { orNotFound, replicaContext } from "@/lib/auth/page-context";
import { listLikersOf, listRepostersOf } from "@/lib/domain/writing/engagement/people";

const MARKS = {
  likes: { list: listLikersOf, title: "Likes", icon: "heart", none: "Whoever likes this post will show up here." },
  reposts: {
    list: listRepostersOf,
    title: "Reposts",
    icon: "repeat-2",
    none: "Whoever reposts this post will show up here.",
  },
} as const;

interface PeopleWhoProps {
  id: string;
  cursor: string | string[] | undefined;
  marks: keyof typeof MARKS;
}

/** The page of the people who liked or reposted a post. */
export async function PeopleWho({ id, cursor, marks }: PeopleWhoProps) {
  const { list, title, icon, none } = MARKS[marks];
  const ctx = await replicaContext();
  const page = await orNotFound(pageAtCursor(cursor, (cursor) => list(ctx, { id, limit: 30, cursor })));
  const back = `/posts/${id}`;
  return (
    <>
      <PageHeading title={title}>
        <Link href={back} className="link">
          Back to the post
        </Link>
      </PageHeading>
      {page.data.length === 0 && page.nextCursor === null ? (
        <EmptyState icon={icon} title="Nobody yet" next={{ href: back, label: "Back to the post" }}>
          {none}
        </EmptyState>
      ) : (
        <div className={sheetStyle}>
          <PeopleList
            source={{ route: `GET /api/timeline/posts/{id}/${marks}`, input: { id, limit: 30 } }}
            first={page}
            href={`${back}/${marks}`}
          />
        </div>
      )}
    </>
  );
}
