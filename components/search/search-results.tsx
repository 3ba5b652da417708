import Link from "next/link";
import { sheetStyle } from "@/components/posts/sheet-style";
import { Timeline } from "@/components/posts/timeline";
import { PersonRow } from "@/components/profile/person-row";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/button";
import type { ListedPerson } from "@/lib/domain/people/directory/schema";
import type { Page } from "@/lib/domain/kernel/page/schema";
import type { TimelinePost } from "@/lib/domain/writing/posts/schema";
import { TagLinks } from "@/components/tags/tag-links";
import type { ListedTag } from "@/lib/domain/writing/tags/schema";
import { hrefWith } from "@/components/ui/href";
import type { SearchKind } from "./search-box";

interface SearchResultsProps {
  query: string;
  only: SearchKind | undefined;
  people: readonly ListedPerson[];
  morePeople: boolean;
  posts: Page<TimelinePost>;
  tags: readonly ListedTag[];
}

export function SearchResults({ query, only, people, morePeople, posts, tags }: SearchResultsProps) {
  const hasPosts = posts.data.length > 0 || posts.nextCursor !== null;
  if (people.length === 0 && tags.length === 0 && !hasPosts) {
    return (
      <EmptyState
        icon="search-x"
        title="Nothing found"
        action={
          <>
            <LinkButton href="/search">People to follow</LinkButton>
            <LinkButton href="/?feed=everyone">Everyone’s posts</LinkButton>
          </>
        }
      >
        Nothing matches “{query}”. Try fewer letters, or another word
        {only ? (
          <>
            , or{" "}
            <Link href={hrefWith("/search", { q: query })} className="link">
              search everywhere
            </Link>
          </>
        ) : (
          ""
        )}
        .
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-6">
      {tags.length > 0 && <TagLinks label="Tags" tags={tags} />}
      {people.length > 0 && (
        <section aria-label="People" className={sheetStyle}>
          <div className="divide-y divide-line">
            {people.map((person) => (
              <PersonRow key={person.id} person={person} />
            ))}
          </div>
          {morePeople && (
            <Link
              href={hrefWith("/search", { q: query, only: "people" })}
              className="flex h-(--control) items-center justify-center border-t border-line font-medium text-brand hover:bg-brand-soft"
            >
              More people
            </Link>
          )}
        </section>
      )}
      {hasPosts && (
        <Timeline
          label="Posts"
          source={{ route: "GET /api/search/posts", input: { q: query } }}
          first={posts}
          href={hrefWith("/search", { q: query, only })}
        />
      )}
    </div>
  );
}
