import Link from "next/link";
import type { ReactNode } from "react";
import { BuildGrid } from "@/components/builds/build-grid";
import { sheetStyle } from "@/components/posts/sheet-style";
import { Timeline } from "@/components/posts/timeline";
import { PersonRow } from "@/components/profile/person-row";
import { TagLinks } from "@/components/tags/tag-links";
import { LinkButton } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { hrefWith } from "@/components/ui/href";
import type { Page } from "@/lib/domain/kernel/page/schema";
import type { ListedPerson } from "@/lib/domain/people/directory/schema";
import type { SearchKind } from "@/lib/domain/people/search/operators";
import type { FoundArticle } from "@/lib/domain/writing/articles/schema";
import type { CatalogueBuild } from "@/lib/domain/writing/builds/schema";
import type { TimelinePost } from "@/lib/domain/writing/posts/schema";
import type { ListedTag } from "@/lib/domain/writing/tags/schema";
import { FoundArticles } from "./found-articles";
import { ArticleRow, BuildRow } from "./found-row";

/** What was found of each kind, as far as it is shown; `hasMore` says of which there is more. */
export interface Found {
  people: ListedPerson[];
  tags: ListedTag[];
  builds: Page<CatalogueBuild>;
  articles: Page<FoundArticle>;
  posts: Page<TimelinePost>;
  hasMore: readonly SearchKind[];
}

interface SearchResultsProps {
  query: string;
  only: SearchKind | undefined;
  /** Whether this kind has the operators that are in the query. */
  isUnderstood: boolean;
  found: Found;
}

export function SearchResults({ query, only, isUnderstood, found }: SearchResultsProps) {
  const { people, tags, builds, articles, posts, hasMore } = found;
  if (people.length + tags.length === 0 && [builds, articles, posts].every(isEmpty))
    return <NothingFound query={query} only={only} isUnderstood={isUnderstood} />;
  const href = hrefWith("/search", { q: query, only });
  /** Alone on its page, a kind has its name in the tab above. */
  const heading = (kind: SearchKind) => ({
    isAlone: only === kind,
    more: hasMore.includes(kind) && only === undefined ? hrefWith("/search", { q: query, only: kind }) : undefined,
  });
  return (
    <div className="flex flex-col gap-8">
      {people.length > 0 && (
        <Kind title="People" {...heading("people")}>
          <div className={`${sheetStyle} divide-y divide-line`}>
            {people.map((person) => (
              <PersonRow key={person.id} person={person} />
            ))}
          </div>
        </Kind>
      )}
      {tags.length > 0 && (
        <Kind title="Tags" {...heading("tags")}>
          <TagLinks label="Tags" tags={tags} />
        </Kind>
      )}
      {!isEmpty(builds) && (
        <Kind title="Builds" {...heading("builds")}>
          {only === "builds" ? (
            <BuildGrid source={{ route: "GET /api/search/builds", input: { q: query } }} first={builds} href={href} />
          ) : (
            <div className={`${sheetStyle} divide-y divide-line`}>
              {builds.data.map((build) => (
                <BuildRow key={build.slug} build={build} />
              ))}
            </div>
          )}
        </Kind>
      )}
      {!isEmpty(articles) && (
        <Kind title="Articles" {...heading("articles")}>
          {only === "articles" ? (
            <FoundArticles
              source={{ route: "GET /api/search/articles", input: { q: query } }}
              first={articles}
              href={href}
            />
          ) : (
            <div className={`${sheetStyle} divide-y divide-line`}>
              {articles.data.map((article) => (
                <ArticleRow key={`${article.kind}/${article.slug}`} article={article} />
              ))}
            </div>
          )}
        </Kind>
      )}
      {!isEmpty(posts) && (
        <Kind title="Posts" {...heading("posts")}>
          <Timeline
            label="Posts"
            source={{ route: "GET /api/search/posts", input: { q: query } }}
            first={posts}
            href={href}
          />
        </Kind>
      )}
    </div>
  );
}

const isEmpty = ({ data, nextCursor }: Page<unknown>) => data.length === 0 && nextCursor === null;

interface KindProps {
  title: string;
  isAlone: boolean;
  /** The page of all of them. */
  more?: string;
  children: ReactNode;
}

function Kind({ title, isAlone, more, children }: KindProps) {
  const id = `found-${title.toLowerCase()}`;
  return (
    <section aria-labelledby={id}>
      <div className={isAlone ? "sr-only" : "mb-2 flex items-baseline justify-between gap-4"}>
        <h2 id={id} className="text-17">
          {title}
        </h2>
        {more && (
          <Link href={more} scroll={false} className="touch-target font-medium text-brand hover:underline">
            More {title.toLowerCase()}
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}

function NothingFound({ query, only, isUnderstood }: Omit<SearchResultsProps, "found">) {
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
      Nothing matches “{query}”.{" "}
      {isUnderstood ? "Try fewer letters, or another word" : `To find ${only}, leave out what narrows the search`}
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
