import fs from "node:fs";
import { expect, test } from "vitest";
import { SESSION } from "@/lib/api/session";
import { API } from "@/lib/api/v1";
import { unversionedRoutes } from "@/lib/api/unversioned-routes";
import type { SessionOperation } from "@/lib/http/operation";
import { sourceFiles } from "@/tests/architecture/imports";

/** Followed as links, or opened as a stream. */
const LINKED = ["GET /api/account/archive", "GET /api/account/export", "GET /api/live"];

/** docs/contract.md promises these to scripts: no page calls them. */
const PROMISED = [
  "GET /api/account/audit-log",
  "GET /api/account/decisions",
  "GET /api/account/email",
  "GET /api/admin/apps",
  "GET /api/admin/invited",
  "GET /api/admin/people/{id}",
  "GET /api/admin/people/{id}/audit-log",
  "GET /api/admin/sign-up-settings",
  "GET /api/developer/apps/{id}/requests",
  "GET /api/developer/apps/{id}/requests/summary",
  "GET /api/developer/keys",
  "GET /api/developer/requests",
  "GET /api/developer/requests/summary",
  "GET /api/friends/active",
  "GET /api/guilds/{id}/leaderboard",
  "GET /api/me/muted-words",
  "GET /api/moderation/appeals",
  "GET /api/moderation/audit-log",
  "GET /api/moderation/sign-up-limits",
  "GET /api/moderation/sign-up-requests",
  "GET /api/notifications/unread-count",
  "GET /api/presence/friends",
  "GET /api/presence/online-count",
  "GET /api/profile/{id}",
  "POST /api/presence/heartbeat",
];

test.each(PROMISED)("docs/contract.md promises %s", (route) => {
  const contract = fs.readFileSync("docs/contract.md", "utf8");
  const [, path = ""] = route.split(" ");
  const below = `…${path.slice(path.lastIndexOf("/"))}`;
  expect(contract.includes(path) || contract.includes(below)).toBe(true);
});

/** Calls in the sources, in which a template's `${…}` may be any word. */
function callsIn(source: string): RegExp[] {
  const calls = source.matchAll(/["`]((?:[A-Z]+|\$\{[^}]+\}) \/api\/[^"`\s]*)["`]/g);
  return Array.from(calls, ([, call = ""]) => {
    const words = call.split(/\$\{[^}]*\}/).map((text) => text.replace(/[{}]/g, "\\$&"));
    return new RegExp(`^${words.join("[\\w-]+")}$`);
  });
}

const pages = sourceFiles().filter((file) => /^(app\/\(site\)|components|lib\/client)\//.test(file));
const calls = pages.flatMap((file) => callsIn(fs.readFileSync(file, "utf8")));
const mounted = Object.values(SESSION)
  .flatMap((group): SessionOperation[] => Object.values(group))
  .map(({ method, path }) => `${method} ${path}`);

test("a page calls no route that is not mounted", () => {
  const served = [...mounted, ...unversionedRoutes().map(({ path }) => `POST ${path}`)];
  const unmounted = calls
    .filter((call) => !served.some((route) => call.test(route)))
    // next-auth serves its own.
    .filter(({ source }) => !source.includes("\\/auth\\/"));
  expect(unmounted.map(({ source }) => source)).toEqual([]);
});

test("a session route that no page calls has a twin in the public API, or is promised", () => {
  const twins = Object.values(API).flatMap((group) =>
    Object.values(group).map(({ method, path }) => `${method} ${path.replace("/api/v1/", "/api/")}`),
  );
  const uncalled = mounted.filter(
    (route) => ![...LINKED, ...twins].includes(route) && !calls.some((call) => call.test(route)),
  );
  expect(uncalled.toSorted(), "Delete the route, or say in docs/contract.md what it is for").toEqual(PROMISED);
});
