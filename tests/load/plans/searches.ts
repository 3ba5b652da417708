import pg from "pg";
import { createContext } from "@/lib/domain/context";
import { searchPeople, searchPosts } from "@/lib/domain/search/queries";
import { NEWEST_POSTS } from "@/lib/domain/search/rules";
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
};

export interface Search {
  name: string;
  plans: Plan[];
}

/** The plans of each search: of people, then of posts. */
export async function measureSearches(databaseUrl: string): Promise<Search[]> {
  const ctx = createContext({ actor: null, channel: "session" });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const searches: Search[] = [];
    for (const [name, q] of Object.entries(SEARCHES)) {
      const plans: Plan[] = [];
      for (const search of [() => searchPeople(ctx, { q, limit: 4 }), () => searchPosts(ctx, { q, limit: 20 })]) {
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

/** The problems of a search, which may read only the newest rows and as many again that an index found. */
export function problemsOfSearch({ name, plans }: Search): string[] {
  const most = Math.max(...plans.map(({ mostRows }) => mostRows));
  return most > 2 * NEWEST_POSTS ? [`Searching for ${name}: a step looks at ${most} rows`] : [];
}
