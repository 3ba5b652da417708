import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { execa } from "execa";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { database } from "@/lib/infra/database/db";
import { freePort } from "@/scripts/tools/ports";
import { UserError } from "@/scripts/tools/terminal";
import { newAccount } from "@/tests/support/api-accounts";
import { png } from "@/tests/lib/domain/writing/media/images";

/** What other people make of an OpenAPI document and of a Postman collection. Fetched from npm only for this proof. */
const TOOLS = [
  "@redocly/cli@2.77.0",
  "@stoplight/spectral-cli@6.16.3",
  "@stoplight/prism-cli@5.14.2",
  "@hey-api/openapi-ts@0.95.0",
  "openapi-typescript@7.13.0",
  "orval@7.13.2",
  "newman@6.2.2",
  "typescript@5.9.3",
  "zod@4.6.7",
];
const TIMEOUT_MS = 180_000;

/** Findings of redocly that stay. */
const ACCEPTED = [
  // The contract promises both, and no game is named "challenge".
  "Paths should resolve unambiguously. Found two ambiguous paths: `/api/v1/ranked/challenge/{id}` and `/api/v1/ranked/{game}/leaderboard`.",
  // It takes neither a key nor a parameter, so there is no request that it rejects.
  "Operation must have at least one `4XX` response. #/paths/~1api~1v1~1openapi.json/get/responses",
];

interface DocumentProof {
  site: string;
  folder: string;
}

/**
 * Tools that know nothing of this API find nothing wrong with its document: linters, generators of clients, whose code
 * compiles, and a proxy that compares every response with it. The collection runs from top to bottom.
 */
export async function proveDocument({ site, folder }: DocumentProof): Promise<void> {
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, "package.json"), "{}");
  await execa("npm", ["install", "--no-audit", "--ignore-scripts", ...TOOLS], { cwd: folder });
  await download(`${site}/api/v1/openapi.json`, path.join(folder, "openapi.json"));
  publish(path.join(folder, "openapi.json"));
  await download(`${site}/sdk/postman.json`, path.join(folder, "collection.json"));
  for (const [tool, prove] of Object.entries(PROOFS)) {
    await prove({ site, folder });
    console.log(`  ${tool}: no finding`);
  }
}

async function download(url: string, file: string): Promise<void> {
  fs.writeFileSync(file, await (await fetch(url)).text());
}

/** Gives the document the address of a public site. Linters object to localhost. */
function publish(file: string): void {
  const document = JSON.parse(fs.readFileSync(file, "utf8")) as object;
  fs.writeFileSync(file, JSON.stringify({ ...document, servers: [{ url: "https://pegboard.example" }] }));
}

const PROOFS: Record<string, (proof: DocumentProof) => Promise<void>> = {
  async redocly({ folder }) {
    const { stdout } = await run("redocly", ["lint", "openapi.json", "--format", "json"], folder);
    const { problems } = JSON.parse(stdout) as { problems: { message: string; location: { pointer: string }[] }[] };
    const isAccepted = ({ message, location }: (typeof problems)[number]) =>
      [message, `${message} ${location[0]?.pointer}`].some((text) => ACCEPTED.includes(text));
    expectNothing(
      "redocly",
      problems.filter((problem) => !isAccepted(problem)),
    );
  },

  async spectral({ folder }) {
    fs.writeFileSync(path.join(folder, ".spectral.json"), JSON.stringify({ extends: ["spectral:oas"] }));
    const { stdout } = await run("spectral", ["lint", "openapi.json", "--format", "json", "--quiet"], folder);
    expectNothing("spectral", JSON.parse(stdout) as unknown[]);
  },

  async "generated clients"({ folder }) {
    const orval = {
      fetch: { input: "./openapi.json", output: { target: "./orval-fetch.ts", client: "fetch" } },
      zod: { input: "./openapi.json", output: { target: "./orval-zod.ts", client: "zod" } },
    };
    fs.writeFileSync(path.join(folder, "orval.config.cjs"), `module.exports = ${JSON.stringify(orval)}`);
    await run("orval", ["--config", "orval.config.cjs"], folder);
    await run("openapi-ts", ["--input", "openapi.json", "--output", "hey-api", "--no-log-file"], folder);
    await run("openapi-typescript", ["openapi.json", "--output", "openapi-typescript.ts"], folder);
    const compilerOptions = {
      ...{ strict: true, noEmit: true, skipLibCheck: true, module: "esnext", moduleResolution: "bundler" },
      ...{ target: "es2022", lib: ["es2022", "dom", "dom.iterable"], types: [] },
    };
    const include = ["orval-fetch.ts", "orval-zod.ts", "hey-api", "openapi-typescript.ts"];
    fs.writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include }));
    await run("tsc", ["--project", "."], folder);
  },

  async newman({ site, folder }) {
    const executions = await runCollection(site, folder);
    const isWrong = ({ response }: Execution) =>
      !response || [400, 415].includes(response.code) || response.code >= 500;
    expectNothing("newman", executions.filter(isWrong).map(summaryOf));
  },

  async prism({ site, folder }) {
    const port = await freePort();
    const settings = ["--port", String(port), "--verboseLevel", "error"];
    const prism = start("prism", ["proxy", "openapi.json", site, ...settings], folder);
    try {
      const proxy = `http://127.0.0.1:${port}`;
      await untilAnswers(`${proxy}/api/v1/openapi.json`);
      // It passes uploads on as text, so those are rejected, as the document says.
      const executions = await runCollection(proxy, folder);
      expectNothing("prism", executions.filter((one) => !one.response || violationsOf(one)).map(summaryOf));
    } finally {
      prism.kill();
      await prism;
    }
  },

  async CORS({ site, folder }) {
    const { paths } = JSON.parse(fs.readFileSync(path.join(folder, "openapi.json"), "utf8")) as {
      paths: Record<string, Record<string, unknown>>;
    };
    const findings = [];
    for (const [template, operations] of Object.entries(paths))
      for (const method of Object.keys(operations).filter((name) => METHODS.includes(name))) {
        const { status, headers } = await fetch(site + template.replaceAll(/\{\w+\}/g, "x"), {
          method: "OPTIONS",
          headers: {
            Origin: "https://elsewhere.example",
            "Access-Control-Request-Method": method.toUpperCase(),
            "Access-Control-Request-Headers": "authorization, content-type, idempotency-key",
          },
        });
        const allowed = [
          headers.get("access-control-allow-methods")?.toLowerCase().includes(method),
          ["authorization", "content-type", "idempotency-key"].every((name) =>
            headers.get("access-control-allow-headers")?.toLowerCase().includes(name),
          ),
          headers.get("access-control-allow-origin") === "*",
        ];
        if (status !== 204 || allowed.includes(false))
          findings.push(`${method} ${template}: ${status} ${String(allowed)}`);
      }
    expectNothing("CORS", findings);
  },
};

const METHODS = ["get", "post", "put", "patch", "delete"];

interface Report {
  run: { executions: Execution[] };
}

/** A request of newman's report. */
interface Execution {
  item: { name: string };
  request: { method: string };
  response?: { code: number; header: { key: string; value: string }[]; stream: { data: number[] } };
  requestError?: unknown;
}

/** Runs the collection from top to bottom for a new account, beside which there is somebody else. */
async function runCollection(site: string, folder: string): Promise<Execution[]> {
  const [caller, other] = [await newAccount("pro"), await newAccount()];
  await database().prisma.user.update({ where: { id: caller.id }, data: { role: "EDITOR" } });
  await createPost(other.ctx(), { content: "Written by somebody else", audience: "PUBLIC" });
  fs.writeFileSync(path.join(folder, "image.png"), await png());
  const variables = Object.entries({ baseUrl: site, key: caller.key });
  const settings = variables.flatMap(([name, value]) => ["--env-var", `${name}=${value}`]);
  const report = ["--reporters", "json", "--reporter-json-export", "report.json"];
  await run("newman", ["run", "collection.json", "--working-dir", ".", ...report, ...settings], folder);
  const { executions } = (JSON.parse(fs.readFileSync(path.join(folder, "report.json"), "utf8")) as Report).run;
  return executions;
}

/** What prism found wrong with a request or its response. */
function violationsOf({ response }: Execution): string | undefined {
  return response?.header.find(({ key }) => key.toLowerCase() === "sl-violations")?.value;
}

function summaryOf(execution: Execution): object {
  const { item, request, response, requestError } = execution;
  const body = response && Buffer.from(response.stream.data).toString().slice(0, 500);
  const violations = violationsOf(execution);
  return { request: `${request.method} ${item.name}`, status: response?.code, violations, body, requestError };
}

async function untilAnswers(url: string): Promise<void> {
  for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; await sleep(200))
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
  throw new UserError(`${url} does not answer.`);
}

function expectNothing(tool: string, findings: readonly unknown[]): void {
  if (findings.length > 0)
    throw new UserError(`${tool} found\n${findings.map((one) => JSON.stringify(one)).join("\n")}`);
}

/** Starts a tool with a timeout. HOME is the folder, so that nothing is cached elsewhere. */
function start(tool: string, args: string[], folder: string) {
  const env = { PATH: process.env.PATH, HOME: folder, NO_COLOR: "1", REDOCLY_TELEMETRY: "off" };
  const settings = { cwd: folder, env, extendEnv: false, reject: false, timeout: TIMEOUT_MS } as const;
  return execa(path.join(folder, "node_modules/.bin", tool), args, settings);
}

/** Runs a tool. A linter with findings ends with an error as well, and prints them. */
async function run(tool: string, args: string[], folder: string): Promise<{ stdout: string }> {
  const { exitCode, stdout, stderr } = await start(tool, args, folder);
  const isLinter = tool === "redocly" || tool === "spectral";
  if (exitCode !== 0 && !(isLinter && exitCode === 1)) throw new UserError(`${tool} failed.\n${stdout}\n${stderr}`);
  return { stdout };
}
