import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { execa } from "execa";
import { newSigningSecret, signedHeaders } from "@/lib/domain/consequences/webhooks/signing";
import { makeSandboxTemplate } from "@/scripts/tools/sandbox-template";
import { openTemporaryFolder } from "@/scripts/tools/temporary-folder";
import { UserError } from "@/scripts/tools/terminal";
import { newAccount } from "@/tests/support/api-accounts";
import { KillableServer } from "../crash/killable-server";
import { proveDocument } from "../packages/document-tools";
import { openUnreliableSite } from "../packages/unreliable-site";
import { rehearse } from "../rehearsal";

/** Fetched from npm only for this proof, 500 MB, beside the tools of `proveDocument`. */
const RUNTIMES = { bun: "bun@1.4.4", deno: "deno@2.9.6", workers: "workerd@1.20261117.1" } as const;
type Runtime = keyof typeof RUNTIMES;

const PROGRAM = path.resolve("tests/load/packages/program.mjs");
const TIMEOUT_MS = 60_000;

/** What `useClient` returns for a site that works correctly. */
const EXPECTED = {
  pages: [["Five", "Four"], ["Three", "Two"], ["One"]],
  copies: true,
  image: true,
  failure: "not_found",
  silence: "There was no response within 300 ms.",
  aborted: "No longer wanted",
  event: "post.created",
  forged: "The webhook signature does not match.",
};

/**
 * The client that a site serves behaves the same in Bun, Deno and workerd, each of which installs it differently: it
 * reads, pages, uploads, verifies a delivery, respects Retry-After, and repeats a write that takes effect once.
 * tests/contract/package.slow.test.ts covers Node.js and a browser. Before that, other people's tools use the document.
 */
export function prove(): Promise<void> {
  return rehearse(async (variables) => {
    const folder = await openTemporaryFolder();
    const server = new KillableServer(variables);
    try {
      await makeSandboxTemplate(variables.DATABASE_URL);
      await server.start();
      await proveDocument({ site: server.url, folder: path.join(folder.path, "document") });
      const bin = await fetchRuntimes(path.join(folder.path, "runtimes"));
      for (const runtime of Object.keys(RUNTIMES) as Runtime[]) {
        const work = path.join(folder.path, runtime);
        fs.mkdirSync(work);
        fs.copyFileSync(PROGRAM, path.join(work, "program.mjs"));
        await proveRuntime(server.url, (settings) => RUNS[runtime]({ bin, folder: work, site: server.url, settings }));
        console.log(`  ${RUNTIMES[runtime]}: as in Node.js`);
      }
    } finally {
      await server.kill();
      await folder.close();
    }
  });
}

async function proveRuntime(server: string, run: (settings: string) => Promise<string>): Promise<void> {
  const account = await newAccount("pro");
  const site = await openUnreliableSite(server);
  try {
    const settings = { site: site.url, key: account.key, delivery: newDelivery() };
    const result = JSON.parse(await run(JSON.stringify(settings))) as unknown;
    const expected = { handle: account.handle, ...EXPECTED };
    if (JSON.stringify(result) !== JSON.stringify(expected))
      throw new UserError(`It returned\n${JSON.stringify(result)}\nin place of\n${JSON.stringify(expected)}`);
    const [first, second, ...more] = site.writeKeys;
    if (first === undefined || first !== second || more.length > 0)
      throw new UserError(`The write whose response was lost came with the keys ${site.writeKeys.join(", ")}`);
    if (!(Number(site.waitedMs()) >= 1000))
      throw new UserError(`Asked to wait a second, it came back after ${site.waitedMs()} ms.`);
  } finally {
    site.close();
  }
}

function newDelivery() {
  const secret = newSigningSecret(randomBytes);
  const body = JSON.stringify({ id: "dlv_x", event: "post.created", data: { postId: "post_x" } });
  const headers = signedHeaders({ id: "dlv_x", event: "post.created", body }, [secret], new Date());
  return { body, secret, signature: headers["X-Service-Signature"] };
}

async function fetchRuntimes(folder: string): Promise<string> {
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, "package.json"), "{}");
  await execa("npm", ["install", "--no-audit", ...Object.values(RUNTIMES)], { cwd: folder });
  return path.join(folder, "node_modules/.bin");
}

interface Run {
  /** The folder of the runtimes' programs. */
  bin: string;
  folder: string;
  site: string;
  settings: string;
}

/** Installs the client as its users do, runs the program, and returns what it prints. */
const RUNS: Record<Runtime, (run: Run) => Promise<string>> = {
  async bun({ bin, folder, site, settings }) {
    fs.writeFileSync(path.join(folder, "package.json"), "{}");
    await start(path.join(bin, "bun"), ["add", packageOf(site)], folder);
    fs.writeFileSync(path.join(folder, "main.mjs"), mainWith("pegboard", settings));
    return start(path.join(bin, "bun"), ["main.mjs"], folder);
  },

  async deno({ bin, folder, site, settings }) {
    fs.writeFileSync(path.join(folder, "main.mjs"), mainWith(`${site}/sdk/pegboard.ts`, settings));
    return start(path.join(bin, "deno"), ["run", "--check", "--allow-net", "--allow-import", "main.mjs"], folder);
  },

  async workers({ bin, folder, site, settings }) {
    fs.writeFileSync(path.join(folder, "package.json"), "{}");
    await start("npm", ["install", "--no-audit", packageOf(site)], folder);
    fs.writeFileSync(
      path.join(folder, "main.mjs"),
      `import * as sdk from "pegboard";
      import { useClient } from "program";
      export default { test: async () => console.log(JSON.stringify(await useClient(sdk, ${settings}))) };`,
    );
    fs.writeFileSync(path.join(folder, "config.capnp"), WORKER);
    return start(path.join(bin, "workerd"), ["test", "config.capnp"], folder);
  },
};

const packageOf = (site: string) => `${site}/sdk/pegboard.tgz`;

const mainWith = (module: string, settings: string) =>
  `import * as sdk from "${module}";
  import { useClient } from "./program.mjs";
  console.log(JSON.stringify(await useClient(sdk, ${settings})));`;

/** Allows a worker to reach the network of this machine, where the site is. */
const WORKER = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [
        (name = "main", esModule = embed "main.mjs"),
        (name = "program", esModule = embed "program.mjs"),
        (name = "pegboard", esModule = embed "node_modules/pegboard/index.js"),
      ],
      compatibilityDate = "2026-01-01",
    )),
    (name = "internet", network = (allow = ["public", "private"])),
  ],
);
`;

/** Runs a program with a timeout. HOME is the folder, so that nothing is cached elsewhere. */
async function start(program: string, args: string[], folder: string): Promise<string> {
  const { failed, stdout, stderr } = await execa(program, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, NO_COLOR: "1" },
    extendEnv: false,
    reject: false,
    timeout: TIMEOUT_MS,
  });
  if (failed) throw new UserError(`${path.basename(program)} failed.\n${stdout}\n${stderr}`);
  return stdout;
}
