// The cost of the same work without a framework: only node:http, pg, and the product's own statements, prepared. The
// first message describes the work; the response to it is the server's address.
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { randomBytes } from "node:crypto";
import pg from "pg";
import { newId } from "@/lib/domain/kernel/id";
import { hashSecret } from "@/lib/domain/kernel/credentials";
import type { Recipe } from "../bench/operations";

process.once("message", ({ databaseUrl, recipes }: { databaseUrl: string; recipes: Recipe[] }) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });
  const server = createServer((request, response) => {
    answer(pool, recipes, request).then(
      (body) => response.setHeader("Content-Type", "application/json").end(body),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
});
process.once("disconnect", () => process.exit());

async function answer(pool: pg.Pool, recipes: Recipe[], request: IncomingMessage): Promise<string> {
  const recipe = recipes.find(({ name }) => name === request.headers["x-operation"]);
  if (!recipe) throw new Error("No such operation");
  for await (const _ of request);
  const [lookUpKey, ...work] = recipe.statements;
  const hash = hashSecret(request.headers.authorization?.slice("Bearer ".length) ?? "");
  const caller = await pool.query<{ id: string }>({ name: "key", text: lookUpKey?.text ?? "", values: [hash] });
  const ids = new Map([[recipe.caller, caller.rows[0]?.id ?? ""]]);
  if (recipe.post) ids.set(recipe.post, request.url?.split("/")[4] ?? "");

  const transaction = work.length > 1 ? await pool.connect() : undefined;
  let rows: object[] = [];
  let nonce: unknown;
  try {
    for (const [n, { text, values }] of work.entries()) {
      const own = values.map((value, at) => (at === recipe.nonceAt?.[n] ? nonce : instead(value, recipe, ids)));
      const prepared = values.length ? { name: `${recipe.name} ${n}`, text, values: own } : { text };
      ({ rows } = await (transaction ?? pool).query<object>(prepared));
      nonce = rows.find((row) => "nonce" in row)?.nonce ?? nonce;
    }
  } finally {
    transaction?.release();
  }
  return JSON.stringify(rows);
}

const ID = /[a-z]+_[0-9A-Za-z]{22}/g;

/** The recorded value with its ids replaced by this request's. */
function instead(value: unknown, { fresh }: Recipe, ids: Map<string, string>): unknown {
  if (typeof value !== "string") return value;
  return value.replace(ID, (id) => {
    const [prefix = "", rest = ""] = id.split("_");
    if (rest.startsWith(fresh) && !ids.has(id)) ids.set(id, newId(prefix, { now: new Date(), random: randomBytes }));
    return ids.get(id) ?? id;
  });
}
