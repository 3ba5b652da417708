import { UserError } from "@/scripts/tools/terminal";
import { ownVariables } from "../variables";
import { table } from "../bench/table";
import { openLoadDatabase } from "../database";
import { type Depths, measureDepths, mostSeen, problemsOf } from "../plans/depths";
import { allLists } from "../plans/lists";
import { measureSearches, mostOf, problemsOfSearch, type Search } from "../plans/searches";
import { progressLine } from "../progress";
import { MILLION } from "../scale";

const DEEP = 10_000;

/**
 * Every list of the API and of the browser reads as many database pages for page 10,000 of a million posts as for page
 * 1, and no search reads more than a few thousand.
 */
export async function prove(): Promise<void> {
  const { posts, users, likes } = MILLION;
  console.log(
    `  ${posts.toLocaleString("en")} posts, ${users.toLocaleString("en")} people, ${likes.toLocaleString("en")} likes`,
  );
  const filled = await openLoadDatabase(MILLION, progressLine());
  try {
    Object.assign(process.env, ownVariables(filled.url));
    const measured: Depths[] = [];
    for (const list of await allLists()) {
      measured.push(await measureDepths(filled.url, list, DEEP));
      process.stdout.write(".");
    }
    table(
      ["", "buffers on page 1", "deep inside", "which is page", "most rows of a step", "planned once", "ms"],
      measured.map(lineOf),
    );
    const searches = await measureSearches(filled.url);
    table(
      [
        "searching for",
        "most rows of a step",
        "entries of an index",
        "buffers",
        "ms for people",
        "posts",
        "builds",
        "articles",
      ],
      searches.map(lineOfSearch),
    );
    const problems = [...measured.flatMap(problemsOf), ...searches.flatMap(problemsOfSearch)];
    if (problems.length > 0) throw new UserError(problems.join("\n"));
  } finally {
    await filled.leave();
  }
}

function lineOf({ list: { name }, first, deep, deepPage }: Depths): string[] {
  return [
    name,
    String(first.buffers),
    String(deep.buffers),
    deepPage.toLocaleString("en"),
    String(mostSeen({ first, deep })),
    deep.plannedOnce ? "yes" : "no",
    deep.milliseconds.toFixed(2),
  ];
}

function lineOfSearch({ name, plans }: Search): string[] {
  return [name, ...mostOf(plans).map(String), ...plans.map(({ milliseconds }) => milliseconds.toFixed(1))];
}
