import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { execa } from "execa";
import { openTemporaryFolder } from "@/scripts/tools/temporary-folder";
import { UserError } from "@/scripts/tools/terminal";
import { newAccount } from "@/tests/support/api-accounts";
import { REVISIONS, type Revision } from "@/tests/support/mcp-client";
import { nodeOf } from "@/tests/support/node-versions";
import { KillableServer } from "../crash/killable-server";
import { rehearse } from "../rehearsal";

/**
 * Fetched from npm only for this proof: with its own server, client and HTTP framework it takes 50 MB, and it needs a
 * newer Node than the product.
 */
const SUITE = "@modelcontextprotocol/conformance@0.2.0-alpha.12";
const NODE = "22";

const OWN_TOOLS = "it calls tools, made for it, that return images, errors, progress and questions";
const NO_RESOURCES = "the server has tools alone: no resources";
const NO_PROMPTS = "the server has tools alone: no prompts";
const NO_LOGGING = "the server sends no log messages";

/** Why a scenario that a revision requires of servers is skipped, by the beginning of its name. */
const LEFT_OUT: readonly (readonly [scenario: string, reason: string])[] = [
  ["tools-call-", OWN_TOOLS],
  ["input-required-result-", OWN_TOOLS],
  ["elicitation-", OWN_TOOLS],
  ["resources-", NO_RESOURCES],
  ["sep-2164-resource-", NO_RESOURCES],
  ["prompts-", NO_PROMPTS],
  ["completion-", "completion is of prompts and resources, which the server does not have"],
  ["logging-", NO_LOGGING],
];

/** Checks within other scenarios that require the same. */
const FAILING: Readonly<Record<string, string>> = {
  "sep-2549-prompts-list-caching-hints": NO_PROMPTS,
  "sep-2549-resources-list-caching-hints": NO_RESOURCES,
  "sep-2549-resources-templates-list-caching-hints": NO_RESOURCES,
  "sep-2575-server-rejects-undeclared-capability": OWN_TOOLS,
  "sep-2575-missing-capability-http-400": OWN_TOOLS,
  "sep-2575-http-server-no-independent-requests-on-stream": OWN_TOOLS,
  "sep-2575-server-no-log-without-loglevel": OWN_TOOLS,
};

/** Scenarios beyond a revision's requirements. */
const FURTHER: Readonly<Record<Revision, readonly string[]>> = {
  "2026-07-28": ["http-header-validation"],
  "2025-11-25": [],
};

interface Check {
  id: string;
  status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  errorMessage?: string;
}

/** The protocol's conformance suite finds no errors in the production build, in both revisions. */
export function prove(): Promise<void> {
  return rehearse(async (variables) => {
    const folder = await openTemporaryFolder();
    const server = new KillableServer(variables);
    const { key } = await newAccount("pro");
    const keyed = await addKey(Number(variables.PORT), key);
    try {
      await server.start();
      const suite = await fetchSuite(folder.path);
      for (const revision of REVISIONS) await proveRevision(suite, revision, keyed.url);
    } finally {
      keyed.close();
      await server.kill();
      await folder.close();
    }
  });
}

async function proveRevision(suite: Suite, revision: Revision, url: string): Promise<void> {
  const required = await suite.scenariosRequiredBy(revision);
  const unexplained: string[] = [];
  const failed = new Set<string>();
  let passed = 0;
  for (const scenario of [...required, ...FURTHER[revision]]) {
    const reason = LEFT_OUT.find(([name]) => scenario.startsWith(name))?.[1];
    if (reason) {
      console.log(`  ${revision} ${scenario}: left out, ${reason}`);
      continue;
    }
    const checks = await suite.run(scenario, revision, `${url}/mcp`);
    if (checks.length === 0) unexplained.push(`${scenario} checked nothing`);
    passed += checks.filter(({ status }) => status === "SUCCESS").length;
    for (const { id, status, errorMessage = "" } of checks.filter((check) => check.status === "FAILURE")) {
      failed.add(id);
      if (FAILING[id]) console.log(`  ${revision} ${scenario}, ${id}: left out, ${FAILING[id]}`);
      else unexplained.push(`${scenario}, ${id}: ${status} ${errorMessage}`);
    }
  }
  console.log(`  ${revision}: ${passed} checks passed`);
  const stale = revision === "2026-07-28" ? Object.keys(FAILING).filter((id) => !failed.has(id)) : [];
  if (stale.length > 0) throw new UserError(`These pass now, so remove their exceptions: ${stale.join(", ")}`);
  if (unexplained.length > 0) throw new UserError(unexplained.join("\n"));
}

interface Suite {
  scenariosRequiredBy(revision: Revision): Promise<string[]>;
  run(scenario: string, revision: Revision, url: string): Promise<Check[]>;
}

async function fetchSuite(root: string): Promise<Suite> {
  const node = Number(process.versions.node.split(".")[0]) > Number(NODE) ? process.execPath : await nodeOf(NODE, root);
  const folder = path.join(root, "suite");
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, "package.json"), "{}");
  await execa("npm", ["install", "--no-audit", SUITE], { cwd: folder });
  const program = path.join(folder, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
  const conformance = (...words: string[]) => execa(node, [program, ...words], { cwd: folder, reject: false });
  return {
    async scenariosRequiredBy(revision) {
      const { stdout } = await conformance("list", "--server", "--requirements", revision);
      const [, listed = ""] = /^Server scenarios.*\n((?: {2}- .*\n)+)/m.exec(stdout) ?? [];
      const names = [...listed.matchAll(/^ {2}- ([\w-]+)/gm)].map(([, name]) => name!);
      if (names.length < 20) throw new UserError(`The suite lists ${names.length} scenarios for ${revision}.`);
      return names;
    },
    async run(scenario, revision, url) {
      const results = fs.mkdtempSync(path.join(folder, "results-"));
      await conformance("server", "--url", url, "--scenario", scenario, "--spec-version", revision, "-o", results);
      const files = fs.readdirSync(results, { recursive: true, encoding: "utf8" });
      const file = files.find((name) => path.basename(name) === "checks.json");
      return file === undefined ? [] : (JSON.parse(fs.readFileSync(path.join(results, file), "utf8")) as Check[]);
    },
  };
}

/** Forwards requests to the server with a key, which the suite cannot send. */
async function addKey(port: number, key: string): Promise<{ url: string; close(): void }> {
  const proxy = http.createServer((request, response) => {
    const { method, url: target } = request;
    const headers = { ...request.headers, authorization: `Bearer ${key}` };
    const passed = http.request({ host: "127.0.0.1", port, method, path: target, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on("error", () => response.destroy());
    request.pipe(passed);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return { url: `http://localhost:${(proxy.address() as AddressInfo).port}`, close: () => void proxy.close() };
}
