import pg from "pg";
import { createContext } from "@/lib/domain/kernel/context";
import { findArticles } from "@/lib/domain/people/search/articles";
import { searchBuilds } from "@/lib/domain/people/search/builds";
import { searchPeople, searchPosts } from "@/lib/domain/people/search/queries";
import { NEWEST_POSTS } from "@/lib/domain/people/search/rules";
import { statementsOf } from "../statements";
import { explain, type Plan } from "./explain";

/** Queries; every post says "row … of many" and a few hexadecimal digits. */
const SEARCHES = {
  "a word that all posts hold": "many",
  "a word that none holds": "zzzqqq",
  "letters that one in six hundred holds": "abc",
  "two letters that none holds": "zq",
  "words of which each is everywhere, and never so": "row -many",
  "words in a row, each everywhere and never so": '"many row"',
  "only what a post must not hold": "-many",
  "another script": "привет",
  "signs alone": "💥",
  "a word that all hold, with an image": "many has:image",
  "a word that none holds, with an image": "zzzqqq has:image",
  "a word that none holds, of one author": "zzzqqq from:user_1",
  "a word that all hold, long ago": "many before:2024-09-01",
  "words in a row, never so, within a month": '"many row" after:2025-05-01 before:2025-06-01',
};

export interface Search {
  name: string;
  plans: Plan[];
}

/** The plans of each search: of people, posts, builds and articles. */
export async function measureSearches(databaseUrl: string): Promise<Search[]> {
  const ctx = createContext({ actor: null, channel: "session" });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const searches: Search[] = [];
    for (const [name, q] of Object.entries(SEARCHES)) {
      const plans: Plan[] = [];
      for (const search of [
        () => searchPeople(ctx, { q, limit: 4 }),
        () => searchPosts(ctx, { q, limit: 20 }),
        () => searchBuilds(ctx, { q, limit: 20 }),
        () => findArticles(ctx, { q, limit: 20 }),
      ]) {
        const [statement] = await statementsOf(search);
        if (statement) plans.push(await explain(client, statement));
      }
      searches.push({ name, plans });
    }
    return searches;
  } finally {
    await client.end();
  }
}

const MOST_BUFFERS = 5000;

/** The maximum rows of a step, index entries and database pages that a search read. */
export function mostOf(plans: Plan[]): [rows: number, entries: number, buffers: number] {
  const most = (of: (plan: Plan) => number) => Math.max(...plans.map(of));
  return [most(({ mostRows }) => mostRows), most(({ mostEntries }) => mostEntries), most(({ buffers }) => buffers)];
}

/**
 * The problems of a search, which may read only the newest rows and as many again that an index found. Entries of the
 * words index are measured in pages, which hold thousands each: for common words, each entry has to be read to learn
 * that they never occur together.
 */
export function problemsOfSearch({ name, plans }: Search): string[] {
  const [rows, , buffers] = mostOf(plans);
  return [
    ...(rows > 2 * NEWEST_POSTS ? [`Searching for ${name}: a step looks at ${rows} rows`] : []),
    ...(buffers > MOST_BUFFERS ? [`Searching for ${name}: ${buffers} buffers are read`] : []),
  ];
}
