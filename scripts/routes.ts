// Prints every route below /api: its method, path, operation, and the file that declares it.
//   npm run -s routes | grep like
import fs from "node:fs";
import path from "node:path";
import "./tools/check-node";
import { apiRoutes } from "@/lib/api/routes";
import { SESSION } from "@/lib/api/session";
import { API } from "@/lib/api/v1";
import type { ApiOperation, SessionOperation } from "@/lib/http/operation";
import { mcpRoute } from "@/lib/mcp/serve-mcp";

/** A route that is no declared operation, and answers other methods itself. */
const ANY = { method: "*", operation: "-" };

const operations = [API, SESSION].flatMap((groups: Record<string, Record<string, ApiOperation | SessionOperation>>) =>
  Object.entries(groups).flatMap(([group, members]) =>
    Object.entries(members).map(([name, { method, path }]) => ({ method, path, operation: `${group}.${name}` })),
  ),
);
const sources = [...filesIn("lib/api"), ...filesIn("lib/mcp")].map((file) => ({
  file,
  text: fs.readFileSync(file, "utf8"),
}));
const paths = new Set(operations.map(({ path }) => path));
const others = [...apiRoutes(), mcpRoute()]
  .filter(({ path }) => !paths.has(path))
  .map(({ path }) => ({ ...ANY, path }));
const declared = [...operations, ...others].map((route) => ({ ...route, file: fileOf(route) }));
const byNext = filesIn("app/api")
  .filter((file) => !/\[\[?\.\.\.path/.test(file))
  .map((file) => ({
    ...ANY,
    path: path
      .dirname(file)
      .replace("app", "")
      .replace(/\[\.{3}\w+\]/, "**"),
    file,
  }));

for (const { method, path, operation, file } of [...declared, ...byNext].toSorted((a, b) => (a.path < b.path ? -1 : 1)))
  console.log(method.padEnd(7), path.padEnd(56), operation.padEnd(28), file);

/** Returns the file that names the route: that of the public API's operation, if a session route derives from one. */
function fileOf({ method, path }: { method: string; path: string }): string {
  const names = [`${method} ${path}`, `${method} ${path.replace("/api/", "/api/v1/")}`, path];
  const naming = names.map((name) => sources.find(({ text }) => text.includes(`"${name}"`)));
  return naming.find((source) => source !== undefined)?.file ?? "";
}

function filesIn(folder: string): string[] {
  const names = fs.readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".ts")).map((name) => path.join(folder, name));
}
