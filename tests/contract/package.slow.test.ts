// Slow: it builds and installs the npm package on every supported Node, which it fetches from npm.
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { chromium } from "@playwright/test";
import { execa } from "execa";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { BASE_URL } from "@/tests/support/api";
import { type Account, newAccount } from "@/tests/support/api-accounts";
import { findBrowser } from "@/tests/support/browser";
import { buildCommandLine } from "@/tests/support/command-line";
import { nodeOf } from "@/tests/support/node-versions";
import { temporaryFolder } from "@/tests/support/temporary-folder";

const root = temporaryFolder(afterAll);
const empty = path.join(root, "empty");
let account: Account;
let built: string;

const tool = (name: string, args: string[]) =>
  execa("npx", ["--no-install", name, ...args], { reject: false, all: true, env: { NO_COLOR: "1" } });

beforeAll(async () => {
  account = await newAccount();
  built = (await buildCommandLine(root, BASE_URL, account.key)).folder;
  fs.mkdirSync(empty);
  fs.writeFileSync(path.join(empty, "package.json"), '{"name":"empty","private":true}');
  await execa("npm", ["install", "--no-audit", `${BASE_URL}/sdk/pegboard.tgz`], { cwd: empty });
});

describe("the npm package", () => {
  test("installs from the site without any dependency", () => {
    const installed = fs.readdirSync(path.join(empty, "node_modules")).filter((name) => !name.startsWith("."));
    expect(installed).toEqual(["pegboard"]);
    const files = fs.readdirSync(path.join(empty, "node_modules/pegboard")).toSorted();
    expect(files).toEqual([
      "LICENSE",
      "README.md",
      "commands.json",
      "index.cjs",
      "index.d.cts",
      "index.d.ts",
      "index.js",
      "package.json",
      "pegboard.js",
    ]);
  });

  test("is clean under publint", async () => {
    const { exitCode, all } = await tool("publint", ["--strict", built]);
    expect({ exitCode, all }).toMatchObject({ exitCode: 0, all: expect.stringContaining("All good!") });
  });

  test("has types that resolve however it is imported or required", async () => {
    const { exitCode, all } = await tool("attw", ["--pack", built]);
    expect({ exitCode, all }).toMatchObject({ exitCode: 0 });
  });

  test.each(["20", "22", "24"])("its client and its command line run on Node %s", async (version) => {
    const node = await nodeOf(version, root);
    const env = { PEGBOARD_KEY: account.key, HOME: root };
    const use = `
      import { Pegboard, PegboardError } from "pegboard";
      const pegboard = new Pegboard({ key: process.env.PEGBOARD_KEY });
      const { id } = await pegboard.posts.create({ content: "From " + process.version });
      const failure = await pegboard.posts.get("post_nowhere").catch((error) => error);
      console.log(process.version, id, failure instanceof PegboardError && failure.code);`;
    fs.writeFileSync(path.join(empty, "use.mjs"), use);
    const client = await execa(node, ["use.mjs"], { cwd: empty, env, extendEnv: false });
    const required = `console.log(typeof require("pegboard").Pegboard)`;
    expect((await execa(node, ["-e", required], { cwd: empty, env, extendEnv: false })).stdout).toBe("function");
    expect(client.stdout).toMatch(new RegExp(`^v${version}\\.\\S+ post_\\w+ not_found$`));
    const program = path.join(empty, "node_modules/.bin/pegboard");
    const { stdout, stderr } = await execa(node, [program, "me", "get"], { cwd: empty, env, extendEnv: false });
    expect({ ...(JSON.parse(stdout) as object), stderr }).toMatchObject({ handle: account.handle, stderr: "" });
  });

  test("its client runs in a page of another origin", async () => {
    const server = http.createServer((request, response) => {
      const isScript = request.url === "/index.js";
      response.setHeader("Content-Type", isScript ? "text/javascript" : "text/html");
      response.end(isScript ? fs.readFileSync(path.join(built, "index.js")) : "<!doctype html><title>A page</title>");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const browser = await chromium.launch(await findBrowser());
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const contents = await page.evaluate(
      `(async () => {
        const { Pegboard } = await import("/index.js");
        const pegboard = new Pegboard(${JSON.stringify(account.key)});
        for (const content of ["One", "Two", "Three"]) await pegboard.posts.create({ content });
        const contents = [];
        for await (const post of pegboard.posts.list({ limit: 2 })) contents.push(post.content);
        return contents.slice(0, 3);
      })()`,
    );
    expect(contents).toEqual(["Three", "Two", "One"]);
  });
});
