import { beforeAll, expect, test } from "vitest";
import { createContext } from "@/lib/domain/context";
import { addComment } from "@/lib/domain/engagement/comments";
import { createPost } from "@/lib/domain/posts/commands";
import { createRoom } from "@/lib/domain/rooms/commands";
import { newRoom } from "@/lib/domain/rooms/schema";
import { database } from "@/lib/infra/database/db";
import { readArchive, readExport } from "@/tests/support/export";
import { useOwnPool } from "@/tests/support/own-pool";
import { newPerson } from "@/tests/support/people";
import { NONE, pathInputs, readOperations } from "@/tests/support/read-operations";
import { describeStatements } from "./described-statements";
import { askBeyondOperations } from "./reads-beyond-operations";
import { runJobs } from "./jobs-with-rows";
import { type Kind, typedReads } from "./row-types";
import { writeWithRows } from "./writes-with-rows";
import { productApplication } from "@/tests/support/discord";

useOwnPool(() => productApplication.variables);

let described: Awaited<ReturnType<typeof describeStatements>>;

const QUERIES: Record<string, Record<string, string>[]> = {
  "/api/v1/builds": [{}, { category: "tools" }],
  "/api/v1/news": [{}, { category: "tools" }],
  "/api/builds": [{}, { category: "tools" }],
  "/api/news": [{}, { category: "tools" }],
  "/api/catalogue": [{}, { technology: "oak", category: "tools", handle: "ada" }],
  "/api/v1/coins/history": [{}, { show: "drops" }],
  "/api/search/posts": [{ q: "zebra" }],
  "/api/v1/search/posts": [{ q: "zebra" }],
  "/api/v1/search/people": [{ q: "zebra" }],
  "/api/v1/requests": [{}, { status: "errors" }],
  "/api/v1/requests/summary": [{ per: "day" }],
  "/api/v1/events/matches": [{ events: "*" }],
  "/api/v1/events": [{}, { after: "2020-01-01T00:00:00Z" }, { after: "evt_none" }],
  "/api/timeline/newer": [
    { after: "2020-01-01T00:00:00Z", feed: "everyone" },
    { after: "2020-01-01T00:00:00Z", feed: "for-you" },
  ],
};

beforeAll(async () => {
  described = await describeStatements(runEverything);
}, 120_000);

async function runEverything(): Promise<void> {
  const reader = await newPerson({ name: "reader" });
  const { id } = await createPost(reader, { content: "A post", audience: "PUBLIC" });
  const { id: commentId } = await addComment(reader, { id, content: "A comment" });
  await addComment(reader, { id, content: "A reply", parent_id: commentId });
  const { code } = await createRoom(reader, newRoom.parse({ name: "A room" }), {});
  const values = {
    code: [code],
    ...NONE,
    posts: [id],
    people: [reader.actor.id],
    profile: [reader.actor.id],
    handle: [reader.actor.handle],
    slug: ["none"],
    commentId: [commentId],
    game: ["plinko"],
  };
  for (const operation of readOperations()) {
    for (const input of pathInputs(operation, values))
      for (const query of QUERIES[operation.path] ?? [{}])
        for (const channel of ["api", "session"] as const) {
          const ctx = { ...createContext({ actor: reader.actor, channel, afterCommit: () => undefined }) };
          const asked = { limit: 20, ...query, ...input };
          // A missing subject still returns the columns.
          await (
            operation.response === "entries"
              ? readExport(ctx)
              : operation.response === "archive"
                ? readArchive(ctx)
                : operation.run(ctx as never, asked as never)
          ).catch(() => undefined);
        }
  }
  await askBeyondOperations(reader, { id, handle: reader.actor.handle });
  await writeWithRows(reader, id);
  await runJobs(reader);
}

const KINDS: Record<string, Kind> = { B: "boolean", D: "date", E: "string", N: "number", S: "string", A: "json" };

/** int8 and numeric arrive as text, so a row type that declares a number for them is wrong. */
async function kindsByOid(): Promise<Map<number, Kind>> {
  const types = await database().prisma.$queryRaw<{ oid: number; name: string; category: string }[]>`
    SELECT oid::int, typname::text AS name, typcategory::text AS category FROM pg_type`;
  return new Map(
    types.map(({ oid, name, category }) => {
      if (name === "int8" || name === "numeric") return [oid, "string"];
      return [oid, KINDS[category] ?? "json"];
    }),
  );
}

// The compiler reads the whole domain.
test("declares for every statement the row type that the database returns", { timeout: 120_000 }, async () => {
  const kinds = await kindsByOid();
  const reads = typedReads();
  expect(reads.length).toBeGreaterThan(30);
  const problems = reads.flatMap(({ where, name, isExact, variants }) => {
    const others = reads.filter((read) => read.name !== name && read.isExact);
    const statements = [...described].filter(
      ([known]) => name.test(known) && (isExact || !others.some((other) => other.name.test(known))),
    );
    if (statements.length === 0)
      return [
        `${where}: no ${name.source} ran: call it in reads-beyond-operations.ts, writes-with-rows.ts or jobs-with-rows.ts`,
      ];
    return statements.flatMap(([known, fields]) => {
      const columns = new Map(fields.map((field) => [field.name, kinds.get(field.dataTypeID)]));
      return variants.flatMap((variant) =>
        Object.entries(variant).flatMap(([property, kind]) =>
          kind === "null" || columns.get(property) === kind
            ? []
            : [`${where}: ${known} returns ${property} as ${columns.get(property)}, its row type says ${kind}`],
        ),
      );
    });
  });
  expect(
    problems,
    "Cast the column (::int, ::float8 for a number), or correct the row type that read<…> names",
  ).toEqual([]);
});
