// Slow: each command line is a process of its own.
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { execa } from "execa";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { database } from "@/lib/infra/database/db";
import { BASE_URL, send } from "@/tests/support/api";
import { type Account, newAccount } from "@/tests/support/api-accounts";
import { buildCommandLine, type CommandLine } from "@/tests/support/command-line";
import { eventually } from "@/tests/support/eventually";
import { sessionCookieOf } from "@/tests/support/session-cookie";
import { temporaryFolder } from "@/tests/support/temporary-folder";

const root = temporaryFolder(afterAll);
let account: Account;
let cli: CommandLine;

beforeAll(async () => {
  account = await newAccount("pro");
  cli = await buildCommandLine(root, BASE_URL, account.key);
});

describe("a command", () => {
  test("prints JSON alone on stdout, and takes arguments, flags and a body from stdin", async () => {
    const made = await cli.run(["posts", "create", "--content", "By flags", "--audience", "FOLLOWERS"]);
    expect(made).toMatchObject({ exitCode: 0, stderr: "" });
    const { id } = JSON.parse(made.stdout) as { id: string };
    const body = { input: '{"content":"By JSON","audience":"PUBLIC"}' };
    await cli.run(["posts", "create", "--json", "-", "--audience", "PRIVATE"], body);
    const list = await cli.run(["posts", "list", "--limit", "2"]);
    expect(JSON.parse(list.stdout)).toMatchObject({
      data: [
        { content: "By JSON", audience: "PRIVATE" },
        { id, content: "By flags", audience: "FOLLOWERS" },
      ],
    });
  });

  test("prints every item of a list as a line", async () => {
    for (const content of ["One", "Two", "Three"]) await cli.run(["posts", "create", "--content", content]);
    const { stdout } = await cli.run(["posts", "list", "--limit", "2", "--all-pages"]);
    const contents = stdout.split("\n").map((line) => (JSON.parse(line) as { content: string }).content);
    expect(contents.slice(0, 3)).toEqual(["Three", "Two", "One"]);
  });

  test("uploads a file", async () => {
    const file = path.join(root, "pixel.png");
    const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    fs.writeFileSync(file, Buffer.from(pixel, "base64"));
    const { exitCode, stdout } = await cli.run(["images", "upload", "--image", file, "--alt", "A pixel"]);
    expect({ exitCode, ...(JSON.parse(stdout) as object) }).toMatchObject({ exitCode: 0, type: "image" });
  });

  test("with a reused idempotency key takes effect once", async () => {
    const words = ["posts", "create", "--content", "Only once", "--idempotency-key", "a-key-of-mine"];
    expect((await cli.run(words)).stdout).toBe((await cli.run(words)).stdout);
  });

  test("prints a table from which others' content cannot take control of the terminal", async () => {
    await cli.run(["posts", "create", "--content", "Look: \u202etfel\u2066"]);
    const { stdout } = await cli.run(["posts", "list", "--limit", "1", "--output", "table"]);
    expect(stdout).toMatch(/^ID +CONTENT +TAGS +AUDIENCE/);
    expect(stdout).toContain("Look:");
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  });
});

describe("what others wrote", () => {
  test("is escaped in JSON where a terminal would act on it", async () => {
    const content = "Look: \u202etfel\u2066";
    await cli.run(["posts", "create", "--content", content]);
    for (const words of [
      ["--limit", "1"],
      ["--limit", "1", "--all-pages"],
    ]) {
      const { stdout } = await cli.run(["posts", "list", "--output", "json", ...words]);
      expect(stdout).not.toMatch(/[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      expect(stdout).toContain("tfel");
    }
    const { stdout } = await cli.run(["posts", "list", "--limit", "1"]);
    expect((JSON.parse(stdout) as { data: { content: string }[] }).data[0]!.content).toContain("\u202etfel");
  });

  test("cannot control the terminal by the errors of a hostile site", async () => {
    const message = "No\u001b]0;owned\u0007\u001b[2J\u009b31m\nerror: give your password";
    const error = {
      type: "t",
      code: "c\u001b[1m",
      message,
      request_id: "r\u001b[8m",
      errors: [{ param: "p\u001b", message }],
    };
    const PEGBOARD_URL = await serve((_, response) => response.writeHead(400).end(JSON.stringify({ error })));
    const { exitCode, stderr } = await cli.run(["posts", "list"], { env: { PEGBOARD_URL } });
    expect(exitCode).toBe(1);
    expect(stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    expect(stderr.split("\n").filter((line) => line.startsWith("error: "))).toHaveLength(1);
  });
});

test("a redirect is not followed, so that no other server gets a write", async () => {
  let bodies = 0;
  const elsewhere = await serve((request, response) => {
    bodies += 1;
    request.resume();
    response.writeHead(201, { "Content-Type": "application/json" }).end('{"id":"post_stolen"}');
  });
  for (const status of [301, 302, 303, 307, 308]) {
    const PEGBOARD_URL = await serve((_, response) => response.writeHead(status, { Location: `${elsewhere}/x` }).end());
    const { exitCode, stderr } = await cli.run(["posts", "create", "--content", "Mine"], { env: { PEGBOARD_URL } });
    expect([exitCode, stderr]).toEqual([4, expect.stringContaining(`redirects to ${elsewhere}/x`)]);
  }
  expect(bodies).toBe(0);
});

describe("output that cannot be written", () => {
  const program = () => `"${process.execPath}" "${path.join(cli.folder, "pegboard.js")}"`;
  const shell = (command: string) => spawnSync("sh", ["-c", command], { env: cli.env as never, encoding: "utf8" });

  test("ends quietly if nobody reads it any more", () => {
    for (const command of [`${program()} posts paint 2>&1 >/dev/null | head -0`, `${program()} help | head -1`])
      expect(shell(`set -o pipefail 2>/dev/null; ${command}`).stderr).toBe("");
  });

  test.runIf(fs.existsSync("/dev/full"))("says so on a full disk, in one line", () => {
    const { status, stderr } = shell(`${program()} me get >/dev/full`);
    expect([status, stderr]).toEqual([
      4,
      expect.stringMatching(/^error: The output could not be written: .*ENOSPC.*\n$/),
    ]);
  });
});

test("a connection that fails mentions a proxy that Node.js does not use", async () => {
  const env = { PEGBOARD_URL: "http://127.0.0.1:1", HTTPS_PROXY: "http://127.0.0.1:2" };
  expect((await cli.run(["me", "get"], { env })).stderr).toContain("NODE_USE_ENV_PROXY=1");
});

/** Serves responses for the duration of the test, and returns the address. */
async function serve(answer: http.RequestListener): Promise<string> {
  const server = http.createServer(answer);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => (server.closeAllConnections(), void server.close()));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("the exit code", () => {
  test.each<[number, string, string[], Record<string, string>, string]>([
    [1, "refuses", ["posts", "create", "--content", "x".repeat(281)], {}, "content"],
    [1, "finds nothing", ["posts", "get", "post_nowhere"], {}, "not_found"],
    [2, "is not asked, as there is no such command", ["posts", "paint"], {}, "has no command paint"],
    [2, "is not asked, as there is no such flag", ["posts", "list", "--colour", "red"], {}, "--colour"],
    [1, "knows no such event", ["trigger", "post.painted"], {}, "event"],
    [2, "is not asked, as no event is named", ["trigger"], {}, "post.created"],
    [2, "is not asked, as an argument is missing", ["posts", "get"], {}, "Usage: pegboard posts get ID"],
    [
      2,
      "is not asked, as events cannot be sent there",
      ["listen", "--forward", "ftp://localhost/hook"],
      {},
      "--forward",
    ],
    [
      2,
      "is not asked, as a receiver takes no password",
      ["listen", "--forward", "http://a:b@localhost:4000"],
      {},
      "password",
    ],
    [2, "is not asked, as fetch rejects the port", ["listen", "--forward", "localhost:6667"], {}, "Port 6667"],
    [2, "is not asked, as no web server has the port", ["listen", "--forward", "http://localhost:25/"], {}, "Port 25"],
    [2, "is not asked, as a flag is missing", ["search", "posts"], {}, "--q"],
    [3, "knows no such key", ["me", "get"], { PEGBOARD_KEY: "pb_live_no" }, "invalid_key"],
    [3, "is not asked, as there is no key", ["me", "get"], { PEGBOARD_KEY: "" }, "pegboard login"],
    [4, "is not there", ["me", "get"], { PEGBOARD_URL: "http://127.0.0.1:1" }, "cannot be reached"],
  ])("is %i if the API %s", async (code, _what, words, env, said) => {
    const { exitCode, stdout, stderr } = await cli.run(words, { env });
    expect({ exitCode, stdout }).toEqual({ exitCode: code, stdout: "" });
    expect(stderr).toContain(said);
  });

  test("is 3 if a key lacks the scope", async () => {
    const narrow = await account.keyWith(["read:posts"]);
    const { exitCode, stderr } = await cli.run(["me", "get"], { env: { PEGBOARD_KEY: narrow } });
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 3, stderr: expect.stringContaining("insufficient_scope") });
  });
});

const signedOut = () => ({ PEGBOARD_KEY: "", XDG_CONFIG_HOME: temporaryFolder() });

const profileFile = (env: { XDG_CONFIG_HOME: string }) =>
  path.join(env.XDG_CONFIG_HOME, "pegboard/sites", `${encodeURIComponent(new URL(BASE_URL).origin)}.json`);

describe("signing in", () => {
  test("stores a valid key in a file that only its owner can read, until signing out", async () => {
    const env = signedOut();
    const login = await cli.run(["login", "--key-stdin"], { env, input: `${account.key}\n` });
    expect(login).toMatchObject({ exitCode: 0, stdout: "", stderr: expect.stringContaining(`@${account.handle}`) });
    const file = profileFile(env);
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect((await cli.run(["me", "get"], { env })).stdout).toContain(account.handle);
    await cli.run(["logout"], { env });
    expect(fs.existsSync(file)).toBe(false);
    expect((await cli.run(["me", "get"], { env })).exitCode).toBe(3);
  });

  test("stores no key that the API rejects", async () => {
    const env = signedOut();
    expect((await cli.run(["login", "--key-stdin"], { env, input: "pb_live_no" })).exitCode).toBe(3);
    expect(fs.readdirSync(env.XDG_CONFIG_HOME)).toEqual([]);
  });

  test("stores a key for each site, and PEGBOARD_KEY overrides both", async () => {
    const env = signedOut();
    const other = BASE_URL.replace("localhost", "127.0.0.1");
    const second = await newAccount();
    await cli.run(["login", "--key-stdin"], { env, input: account.key });
    await cli.run(["login", "--key-stdin", "--site", other], { env, input: second.key });
    const whoAt = async (words: string[], more = {}) =>
      (JSON.parse((await cli.run(["me", "get", ...words], { env: { ...env, ...more } })).stdout) as { handle: string })
        .handle;
    expect(await whoAt([])).toBe(second.handle);
    expect(await whoAt(["--site", BASE_URL])).toBe(account.handle);
    expect(await whoAt([], { PEGBOARD_URL: BASE_URL })).toBe(account.handle);
    expect(await whoAt([], { PEGBOARD_KEY: account.key })).toBe(account.handle);
  });
});

test("concurrent sign-ins to different sites are all stored", async () => {
  const env = signedOut();
  const waiting: (() => void)[] = [];
  let asked = 0;
  // Each site responds once all have been requested.
  const sites = await Promise.all(
    Array.from({ length: 8 }, async (_, n) => {
      const server = http.createServer((_request, response) => {
        waiting.push(() => response.end(JSON.stringify({ handle: `somebody${n}` })));
        asked += 1;
        if (asked >= 8) for (const answer of waiting.splice(0)) answer();
      });
      await once(server.listen(0, "127.0.0.1"), "listening");
      onTestFinished(() => void server.close());
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    }),
  );
  const login = (site: string) => cli.run(["login", "--key-stdin", "--site", site], { env, input: account.key });
  for (const { exitCode } of await Promise.all(sites.map(login))) expect(exitCode).toBe(0);
  const shown = sites.map((site) => cli.run(["me", "get", "--site", site], { env }));
  const handles = (await Promise.all(shown)).map(({ stdout }) => (JSON.parse(stdout) as { handle: string }).handle);
  expect(handles).toEqual(sites.map((_, n) => `somebody${n}`));
});

describe("signing in by the browser", () => {
  test("stores tokens, refreshes them for concurrent commands, and revokes them by signing out", async () => {
    const env = signedOut();
    const signingIn = execa(process.execPath, [path.join(cli.folder, "pegboard.js"), "login"], {
      env,
      extendEnv: false,
    });
    const code = await new Promise<string>((resolve) =>
      signingIn.stderr.on("data", (words: Buffer) => {
        const shown = /code=([A-Z]{4}-[A-Z]{4})/.exec(String(words))?.[1];
        if (shown) resolve(shown);
      }),
    );
    const headers = {
      Cookie: await sessionCookieOf({ ...account.ctx(), channel: "session" }),
      Origin: new URL(BASE_URL).origin,
    };
    const json = { userCode: code };
    const found = await send("/api/oauth/device/find", { method: "POST", json, headers });
    expect(found.json).toMatchObject({
      name: "Pegboard command line",
      program: expect.stringMatching(/^pegboard\/\d/),
    });
    await send("/api/oauth/device/allow", { method: "POST", json, headers });
    expect((await signingIn).stderr).toContain(`as @${account.handle}`);

    const file = profileFile(env);
    const kept = () => JSON.parse(fs.readFileSync(file, "utf8")) as { tokens: object };
    const profile = kept();
    fs.writeFileSync(file, JSON.stringify({ ...profile, tokens: { ...profile.tokens, expiresAt: 0 } }));
    const several = await Promise.all([1, 2, 3].map(() => cli.run(["me", "get"], { env })));
    for (const { stdout } of several) expect(JSON.parse(stdout)).toMatchObject({ handle: account.handle });
    expect(kept().tokens).not.toEqual(profile.tokens);

    expect(await cli.run(["logout"], { env })).toMatchObject({ exitCode: 0 });
    expect((await cli.run(["me", "get"], { env })).exitCode).toBe(3);
    expect(await database().prisma.appGrant.count({ where: { userId: account.id } })).toBe(0);
  });
});

test("prints the requests of one's keys as they arrive, each once", async () => {
  const own = await newAccount();
  const program = [path.join(cli.folder, "pegboard.js"), "logs", "tail", "--status", "errors"];
  const tailing = execa(process.execPath, program, { env: { ...cli.env, PEGBOARD_KEY: own.key }, reject: false });
  const lines: string[] = [];
  tailing.stdout.on("data", (text: Buffer) => lines.push(...String(text).trim().split("\n")));
  await new Promise<void>((resolve) => tailing.stderr.once("data", () => resolve()));
  await send("/api/v1/me", { key: own.key });
  for (let n = 0; n < 3; n += 1) await send(`/api/v1/posts/post_nowhere${n}`, { key: own.key });
  await eventually(() => expect(lines).toHaveLength(3));
  await send("/api/v1/posts/post_elsewhere", { key: own.key });
  await eventually(() => expect(lines).toHaveLength(4));
  const shown = lines.map((line) => JSON.parse(line) as { operation: string; status: number; error: string });
  for (const request of shown)
    expect(request).toMatchObject({ operation: "GET /api/v1/posts/{id}", status: 404, error: "not_found" });
  tailing.kill("SIGINT");
  expect((await tailing).exitCode).toBe(130);
});

/** The shell's suggestions at the end of a line, with its own completion and our script. */
const SHELLS: Record<string, (line: string) => string[]> = {
  bash: (line) => [
    "-c",
    `source <(pegboard completion bash)
     COMP_WORDS=(${line} ''); [[ "${line}" == *" " ]] || COMP_WORDS=(${line}); COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 ))
     _pegboard; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ],
  // Its completion only runs inside the line editor, so the suggestions passed to _describe are printed instead.
  zsh: (line) => [
    "-fc",
    `compdef() { :; }; _files() { :; }; _describe() { printf '%s\\n' "\${candidates[@]%%:*}"; }
     source <(pegboard completion zsh)
     words=(${line}); [[ "${line}" == *" " ]] && words+=(''); CURRENT=\${#words}; _pegboard`,
  ],
  fish: (line) => ["-c", `pegboard completion fish | source; complete -C '${line}' | cut -f 1`],
};

const isInstalled = (shell: string) => spawnSync(shell, ["-c", "true"]).status === 0;

describe.each(Object.entries(SHELLS))("completion in %s", (shell, argumentsFor) => {
  const bin = path.join(root, shell);

  beforeAll(() => {
    fs.mkdirSync(bin);
    fs.symlinkSync(path.join(cli.folder, "pegboard.js"), path.join(bin, "pegboard"));
  });

  // Listed under "Not run here" if the shell is not installed.
  test.skipIf(!isInstalled(shell)).each([
    ["a group", "pegboard lead", ["leaderboards"]],
    ["a command", "pegboard posts cr", ["create"]],
    ["the commands of a group", "pegboard feed ", ["list"]],
    ["a flag", "pegboard posts create --au", ["--audience"]],
    ["the values of a flag", "pegboard posts create --audience ", ["FOLLOWERS", "PRIVATE", "PUBLIC"]],
    ["the events to trigger", "pegboard trigger post.", ["post.created", "post.deleted", "post.updated"]],
  ])(`suggests %s, in ${shell}`, async (_what, line, expected) => {
    const env = { ...cli.env, PATH: `${bin}:${cli.env.PATH}` };
    const { stdout } = await execa(shell, argumentsFor(line), { env, extendEnv: false });
    expect(stdout.trim().split(/\s*\n/).toSorted()).toEqual(expected);
  });
});
