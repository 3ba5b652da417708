import type { Metadata } from "next";
import { pageAtCursor, textParameter } from "@/app/(site)/query-parameters";
import { sheetStyle } from "@/components/posts/sheet-style";
import { PersonRow } from "@/components/profile/person-row";
import { SearchBox } from "@/components/search/search-box";
import { type Found as FoundOfEach, SearchResults } from "@/components/search/search-results";
import { TagLinks } from "@/components/tags/tag-links";
import { EmptyState } from "@/components/ui/empty-state";
import { hrefWith } from "@/components/ui/href";
import { LinkTabs } from "@/components/ui/link-tabs";
import { Section } from "@/components/ui/section";
import { limitVisitor } from "@/lib/auth/admission";
import { replicaContext } from "@/lib/auth/page-context";
import type { VisitorContext } from "@/lib/domain/kernel/context";
import { DomainError } from "@/lib/domain/kernel/errors";
import type { Page } from "@/lib/domain/kernel/page/schema";
import { withoutBidiControls } from "@/lib/domain/kernel/text/characters";
import { listSuggestions } from "@/lib/domain/people/directory/queries";
import { findArticles } from "@/lib/domain/people/search/articles";
import { searchBuilds } from "@/lib/domain/people/search/builds";
import { type SearchKind, understands } from "@/lib/domain/people/search/operators";
import { searchPeople, searchPosts } from "@/lib/domain/people/search/queries";
import { cleanQuery } from "@/lib/domain/people/search/rules";
import { findTags } from "@/lib/domain/people/search/tags";
import { listTrending } from "@/lib/domain/writing/tags/queries";

export async function generateMetadata({ searchParams }: PageProps<"/search">): Promise<Metadata> {
  const query = withoutBidiControls(queryOf(await searchParams));
  return { title: query === "" ? "Search" : `${query} · Search`, robots: { index: false } };
}

export default async function SearchPage({ searchParams }: PageProps<"/search">) {
  const { only: wanted, cursor, ...typed } = await searchParams;
  const query = queryOf(typed);
  const only = TABS.find(({ kind }) => kind === wanted)?.kind;
  const ctx = await replicaContext();
  return (
    <>
      <h1 className="sr-only">Search</h1>
      <SearchBox query={query} only={only} />
      {query === "" ? (
        <Suggestions ctx={ctx} />
      ) : (
        <Found ctx={ctx} query={query} only={only} cursor={textParameter(cursor)} />
      )}
    </>
  );
}

const queryOf = ({ q }: Record<string, unknown>) => (typeof q === "string" ? cleanQuery(q) : "");

interface Search {
  ctx: VisitorContext;
  query: string;
  only: SearchKind | undefined;
  cursor: string | undefined;
}

async function Found(search: Search) {
  const { query, only } = search;
  const found = await find(search);
  if (found instanceof DomainError) return <SearchPaused seconds={found.details.retryAfterSeconds ?? 1} />;
  return (
    <>
      <div className="mt-3 mb-4">
        <LinkTabs
          label="Search in"
          tabs={TABS.map(({ kind, label }) => ({
            href: hrefWith("/search", { q: query, only: kind }),
            label,
            current: kind === only,
          }))}
        />
      </div>
      <SearchResults
        query={query}
        only={only}
        isUnderstood={only === undefined || understands(only, query)}
        found={found}
      />
    </>
  );
}

/** How many of each kind are shown on its own page, and among all. */
const SHOWN = {
  people: { alone: 50, together: 3 },
  tags: { alone: 50, together: 6 },
  builds: { alone: 18, together: 3 },
  articles: { alone: 20, together: 3 },
  posts: { alone: 20, together: 20 },
};

async function find({ ctx, query, only, cursor }: Search): Promise<FoundOfEach | DomainError> {
  /** Among all, a kind is left out that would take an operator for a word. Only posts go on after their first page. */
  const isAsked = (kind: SearchKind) =>
    only === undefined ? understands(kind, query) && (!cursor || kind === "posts") : only === kind;
  const most = (kind: SearchKind) => SHOWN[kind][only ? "alone" : "together"];
  const page = <T,>(kind: SearchKind, list: (request: PageOf) => Promise<Page<T>>) =>
    isAsked(kind)
      ? pageAtCursor(cursor, (at) => list({ q: query, limit: most(kind), cursor: at }))
      : { data: [], nextCursor: null };
  try {
    await limitVisitor("search");
    const [people, tags, builds, articles, posts] = await Promise.all([
      isAsked("people") ? searchPeople(ctx, { q: query, limit: most("people") + 1 }) : [],
      isAsked("tags") ? findTags(ctx, { q: query, limit: most("tags") + 1 }).then(({ data }) => data) : [],
      page("builds", (request) => searchBuilds(ctx, request)),
      page("articles", (request) => findArticles(ctx, request)),
      page("posts", (request) => searchPosts(ctx, request)),
    ]);
    const hasMore = {
      people: people.length > most("people"),
      tags: tags.length > most("tags"),
      builds: builds.nextCursor !== null,
      articles: articles.nextCursor !== null,
      posts: false,
    };
    return {
      people: people.slice(0, most("people")),
      tags: tags.slice(0, most("tags")),
      builds,
      articles,
      posts,
      hasMore: TABS.flatMap(({ kind }) => (kind && hasMore[kind] ? kind : [])),
    };
  } catch (error) {
    if (error instanceof DomainError && (error.code === "rate_limited" || error.code === "unavailable")) return error;
    throw error;
  }
}

interface PageOf {
  q: string;
  limit: number;
  cursor: string | undefined;
}

async function Suggestions({ ctx }: { ctx: VisitorContext }) {
  const [people, trending] = await Promise.all([listSuggestions(ctx, { limit: 8 }), listTrending(ctx, { limit: 10 })]);
  return (
    <>
      {trending.length > 0 && (
        <Section id="trending" title="Trending today" className="mt-8">
          <TagLinks label="Trending today" tags={trending} />
        </Section>
      )}
      {people.length > 0 && (
        <Section id="suggested" title="People to follow" className="mt-8">
          <div className={`${sheetStyle} divide-y divide-line`}>
            {people.map((person) => (
              <PersonRow key={person.id} person={person} />
            ))}
          </div>
        </Section>
      )}
    </>
  );
}

const TABS: readonly { kind: SearchKind | undefined; label: string }[] = [
  { kind: undefined, label: "All" },
  { kind: "people", label: "People" },
  { kind: "posts", label: "Posts" },
  { kind: "builds", label: "Builds" },
  { kind: "articles", label: "Articles" },
  { kind: "tags", label: "Tags" },
];

/** Shown instead of results after too many searches, from one network or in total. */
function SearchPaused({ seconds }: { seconds: number }) {
  return (
    <EmptyState icon="hourglass" title="Too many searches">
      Search is paused for a moment. Try again in {seconds === 1 ? "a second" : `${seconds} seconds`}.
    </EmptyState>
  );
}
