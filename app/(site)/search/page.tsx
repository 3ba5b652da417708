import type { Metadata } from "next";
import { pageAtCursor, textParameter } from "@/app/(site)/query-parameters";
import { sheetStyle } from "@/components/posts/sheet-style";
import { PersonRow } from "@/components/profile/person-row";
import { SearchBox, type SearchKind } from "@/components/search/search-box";
import { hrefWith } from "@/components/ui/href";
import { SearchResults } from "@/components/search/search-results";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkTabs } from "@/components/ui/link-tabs";
import { Section } from "@/components/ui/section";
import { limitVisitor } from "@/lib/auth/admission";
import { replicaContext } from "@/lib/auth/page-context";
import type { VisitorContext } from "@/lib/domain/kernel/context";
import { DomainError } from "@/lib/domain/kernel/errors";
import { withoutBidiControls } from "@/lib/domain/kernel/text/characters";
import { listSuggestions } from "@/lib/domain/people/directory/queries";
import { findTags } from "@/lib/domain/people/search/tags";
import { listTrending } from "@/lib/domain/writing/tags/queries";
import { TagLinks } from "@/components/tags/tag-links";
import { searchPeople, searchPosts } from "@/lib/domain/people/search/queries";
import { cleanQuery } from "@/lib/domain/people/search/rules";

export async function generateMetadata({ searchParams }: PageProps<"/search">): Promise<Metadata> {
  const query = withoutBidiControls(queryOf(await searchParams));
  return { title: query === "" ? "Search" : `${query} · Search`, robots: { index: false } };
}

export default async function SearchPage({ searchParams }: PageProps<"/search">) {
  const { only: wanted, cursor, ...typed } = await searchParams;
  const query = queryOf(typed);
  const only = wanted === "people" || wanted === "posts" ? wanted : undefined;
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

async function Found({ ctx, query, only, cursor }: Search) {
  const shown = only === "people" ? 50 : 3;
  const found = await find({ ctx, query, only, cursor }, shown + 1);
  if (found instanceof DomainError) return <SearchPaused seconds={found.details.retryAfterSeconds ?? 1} />;
  const { people, posts, tags } = found;
  return (
    <>
      <div className="mt-3 mb-4">
        <LinkTabs
          label="Search in"
          tabs={KINDS.map(({ kind, label }) => ({
            href: hrefWith("/search", { q: query, only: kind }),
            label,
            current: kind === only,
          }))}
        />
      </div>
      <SearchResults
        query={query}
        only={only}
        people={people.slice(0, shown)}
        morePeople={people.length > shown && only === undefined}
        posts={posts}
        tags={tags}
      />
    </>
  );
}

async function find({ ctx, query, only, cursor }: Search, mostPeople: number) {
  try {
    await limitVisitor("search");
    const [people, posts, tags] = await Promise.all([
      only === "posts" || cursor ? [] : searchPeople(ctx, { q: query, limit: mostPeople }),
      only === "people"
        ? { data: [], nextCursor: null }
        : pageAtCursor(cursor, (cursor) => searchPosts(ctx, { q: query, limit: 20, cursor })),
      only || cursor ? [] : findTags(ctx, { q: query, limit: 6 }).then(({ data }) => data),
    ]);
    return { people, posts, tags };
  } catch (error) {
    if (error instanceof DomainError && (error.code === "rate_limited" || error.code === "unavailable")) return error;
    throw error;
  }
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

const KINDS = [
  { kind: undefined, label: "Everything" },
  { kind: "people", label: "People" },
  { kind: "posts", label: "Posts" },
] as const;

/** Shown instead of results after too many searches, from one network or in total. */
function SearchPaused({ seconds }: { seconds: number }) {
  return (
    <EmptyState icon="hourglass" title="Too many searches">
      Search is paused for a moment. Try again in {seconds === 1 ? "a second" : `${seconds} seconds`}.
    </EmptyState>
  );
}
