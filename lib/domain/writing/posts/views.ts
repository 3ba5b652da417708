import { preparedWrite } from "@/lib/infra/database/db";
import { sql } from "@/lib/infra/database/sql";
import { currentSandbox } from "@/lib/infra/sandbox/scope";

/** How long views are collected before one statement stores them. */
const BUFFER_MS = 1000;

const buffered = new Map<string, number>();
let writing: Promise<void> | undefined;
let writeNow = () => {};

/** Resolves once the view is written. */
export function countView(postId: string): Promise<void> {
  if (currentSandbox()) return writeViews([[postId, 1]]);
  buffered.set(postId, (buffered.get(postId) ?? 0) + 1);
  return (writing ??= waitForMore().then(write));
}

function waitForMore(): Promise<void> {
  return new Promise((resolve) => {
    writeNow = resolve;
    setTimeout(resolve, BUFFER_MS);
  });
}

export async function flushViews(): Promise<void> {
  writeNow();
  await writing;
}

async function write(): Promise<void> {
  const views = [...buffered].sort(([a], [b]) => (a < b ? -1 : 1));
  buffered.clear();
  writing = undefined;
  await writeViews(views);
}

async function writeViews(views: readonly (readonly [id: string, count: number])[]): Promise<void> {
  const ids = views.map(([id]) => id);
  const counts = views.map(([, count]) => count);
  await preparedWrite(
    "posts.views",
    sql`UPDATE "Post" p SET "viewsCount" = p."viewsCount" + v.count
      FROM unnest(${ids}::text[], ${counts}::int[]) AS v(id, count) WHERE p.id = v.id`,
  );
}
