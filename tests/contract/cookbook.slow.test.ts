// Slow: each program is a separate process, which is killed and started again, and the bot polls every five seconds.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { execa } from "execa";
import getPort from "get-port";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { signedHeaders } from "@/lib/domain/consequences/webhooks/signing";
import { addComment } from "@/lib/domain/writing/comments/commands";
import { createPost, deletePost } from "@/lib/domain/writing/posts/commands";
import type { Scope } from "@/lib/domain/accounts/keys/scopes";
import { database } from "@/lib/infra/database/db";
import { PROJECT } from "@/lib/infra/process/project";
import { BASE_URL, send } from "@/tests/support/api";
import { type Account, newAccount } from "@/tests/support/api-accounts";
import { eventually } from "@/tests/support/eventually";
import { startTcpProxy } from "@/tests/support/tcp-proxy";
import { temporaryFolder } from "@/tests/support/temporary-folder";

const folder = temporaryFolder(afterAll);
const programs: Record<string, string> = {};
const running: ChildProcess[] = [];
afterAll(() => running.forEach((child) => child.kill("SIGKILL")));

beforeAll(async () => {
  const { status, text } = await send("/docs/api/cookbook.md");
  expect(status).toBe(200);
  for (const [, name = "", code = ""] of text.matchAll(/^```\w+ ([\w.-]+)\n([^]*?)\n```$/gm)) {
    programs[name] = code;
    fs.writeFileSync(path.join(folder, name), code);
  }
  const source = fs.readFileSync(path.join(PROJECT, "docs/cookbook.md"), "utf8");
  expect(Object.keys(programs)).toHaveLength(source.match(/^```\w+ /gm)!.length);
});

/** The scopes that a program's section names. */
async function scopesOf(name: string): Promise<Scope[]> {
  const { text } = await send("/docs/api/cookbook.md");
  const section = text.split(/^## /m).find((part) => part.includes(` ${name}\n`)) ?? "";
  const named = /^Scopes? (.+?)\. /ms.exec(section.split("\n").slice(2).join("\n"))?.[1] ?? "";
  return Array.from(named.matchAll(/`([a-z:]+)`/g), ([, scope]) => scope as Scope);
}

interface Program {
  child: ChildProcess;
  said(): string;
}

function start(command: string, words: string[], env: Record<string, string>): Program {
  const child = spawn(command, words, { cwd: folder, env: { ...process.env, PEGBOARD_URL: BASE_URL, ...env } });
  running.push(child);
  let said = "";
  child.stdout.on("data", (text: Buffer) => (said += String(text)));
  child.stderr.on("data", (text: Buffer) => (said += String(text)));
  return { child, said: () => said };
}

const isUp = (url: string) => fetch(url).then(({ status }) => status);

/** Kills a program as the machine may, without a word. */
async function kill(program: Program) {
  const ended = once(program.child, "exit");
  program.child.kill("SIGKILL");
  await ended;
}

const MENTIONS = 12;

test("the bot answers each mention once: of a burst, after kills, with the server away, by two instances", async () => {
  const [bot, author] = [await newAccount("pro"), await newAccount("pro")];
  const server = await startTcpProxy(BASE_URL);
  onTestFinished(server.close);
  const env = {
    PEGBOARD_URL: server.url.replace(/\/$/, ""),
    PEGBOARD_KEY: await bot.keyWith(await scopesOf("mention-bot.mjs")),
  };
  const startBot = () => start(process.execPath, ["mention-bot.mjs"], env);
  const posts: string[] = [];
  const mention = async (count: number) => {
    for (let n = 0; n < count; n++)
      posts.push((await createPost(author.ctx(), { content: `@${bot.handle} ${n}`, audience: "PUBLIC" })).id);
  };
  const answers = () =>
    database().prisma.comment.findMany({ where: { authorId: bot.id }, orderBy: { createdAt: "asc" } });
  const answered = async () => (await answers()).map(({ postId }) => postId).toSorted();
  const allAnswered = () => eventually(async () => expect(await answered()).toEqual(posts.toSorted()));

  let program = startBot();
  const isListening = () => database().prisma.logSubscription.findMany({ where: { userId: bot.id } });
  await eventually(async () => expect(await isListening()).not.toEqual([]));

  await mention(MENTIONS);
  for (const some of [1, 4, 8]) {
    await eventually(async () => expect((await answers()).length).toBeGreaterThanOrEqual(some));
    await kill(program);
    program = startBot();
  }
  await allAnswered();

  await kill(program);
  await mention(2);
  const gone = await createPost(author.ctx(), { content: `@${bot.handle} and gone`, audience: "PUBLIC" });
  await eventually(async () => expect(await eventsAbout(bot, gone.id)).toHaveLength(1));
  await deletePost(author.ctx(), gone);
  await server.cut();
  program = startBot();
  await mention(2);
  await eventually(() => expect(program.said()).toContain("fetch failed"));
  await server.restore();
  await allAnswered();

  const second = startBot();
  const { id: elsewhere } = await createPost(author.ctx(), { content: "A post", audience: "PUBLIC" });
  await addComment(author.ctx(), { id: elsewhere, content: `What does @${bot.handle} think?` });
  posts.push(elsewhere);
  await mention(3);
  await allAnswered();
  await kill(second);
  await kill(program);
  expect((await answers())[0]?.content).toBe(`@${author.handle} thank you for the mention!`);
  expect(await database().prisma.user.findUnique({ where: { id: bot.id } })).toMatchObject({ automated: true });
});

const eventsAbout = (account: Account, postId: string) =>
  database().prisma.event.findMany({
    where: { userId: account.id, name: "incoming.mention", data: { path: ["postId"], equals: postId } },
  });

test("the follower of a tag prints each post and answers each quote once, through kills", async () => {
  const [bot, author] = [await newAccount("pro"), await newAccount("pro")];
  const env = { PEGBOARD_URL: BASE_URL, PEGBOARD_KEY: await bot.keyWith(await scopesOf("tag.mjs")) };
  const tag = `tag${randomBytes(6).toString("hex")}`;
  const own = await createPost(bot.ctx(), { content: "Worth quoting", audience: "PUBLIC" });
  const write = (content: string) => createPost(author.ctx(), { content: `${content} #${tag}`, audience: "PUBLIC" });
  await write("Before");
  const startBot = () => start(process.execPath, ["tag.mjs", tag], env);
  let program = startBot();
  const heard = [program];
  await eventually(async () => expect(await database().prisma.tagFollow.count({ where: { userId: bot.id } })).toBe(1));
  const isListening = () => database().prisma.logSubscription.count({ where: { userId: bot.id } });
  await eventually(async () => expect(await isListening()).toBe(1));
  await eventually(() => expect([fs.existsSync(path.join(folder, "tag.json")), program.said()]).toEqual([true, ""]));
  const quotes: string[] = [];
  for (const round of ["One", "Two", "Three"]) {
    await write(round);
    const draft = { content: round, audience: "PUBLIC" as const, quote_id: own.id };
    quotes.push((await createPost(author.ctx(), draft)).id);
    await kill(program);
    heard.push((program = startBot()));
  }
  const answers = () => database().prisma.comment.findMany({ where: { authorId: bot.id } });
  await eventually(async () => {
    expect((await answers()).map(({ postId }) => postId).toSorted()).toEqual(quotes.toSorted());
    const said = heard.map((one) => one.said()).join("");
    // A kill between printing and noting it prints a post again.
    expect([...new Set(said.match(/(?<=: )\w+(?= #)/g))]).toEqual(["One", "Two", "Three"]);
  });
  expect((await answers())[0]?.content).toBe(`@${author.handle} thank you for the quote!`);
  await kill(program);
});

test("the RSS mirror contains every post of a burst, no content breaks it, and it is not written while the server is away", async () => {
  const author = await newAccount();
  const PEGBOARD_KEY = await author.keyWith(await scopesOf("rss.mjs"));
  for (const content of ["One", 'Two </item> & "three"'])
    await createPost(author.ctx(), { content, audience: "PUBLIC" });
  const env = { PEGBOARD_URL: BASE_URL, PEGBOARD_KEY };
  const { stdout } = await execa(process.execPath, ["rss.mjs", author.handle], { cwd: folder, env });
  expect(stdout.match(/<item>/g)).toHaveLength(2);
  for (let n = 0; n < 55; n++) await createPost(author.ctx(), { content: `Post ${n}`, audience: "PUBLIC" });
  const { stdout: after } = await execa(process.execPath, ["rss.mjs", author.handle], { cwd: folder, env });
  expect(after.match(/<item>/g)).toHaveLength(57);
  const away = { ...env, PEGBOARD_URL: `http://127.0.0.1:${await getPort()}` };
  const ended = await execa(process.execPath, ["rss.mjs", author.handle], { cwd: folder, env: away, reject: false });
  expect({ failed: ended.failed, stdout: ended.stdout }).toEqual({ failed: true, stdout: "" });
  expect(stdout).toContain("<title>Two &#60;/item&#62; &#38; &#34;three&#34;</title>");
});

test("the leaderboard is served without revealing its key, by one request for a burst, and survives the server being away", async () => {
  const reader = await newAccount();
  const [PORT, PEGBOARD_KEY] = [String(await getPort()), await reader.keyWith(await scopesOf("leaderboard.mjs"))];
  const server = await startTcpProxy(BASE_URL);
  onTestFinished(server.close);
  await server.cut();
  const program = start(process.execPath, ["leaderboard.mjs"], {
    ...{ PORT, PEGBOARD_KEY },
    PEGBOARD_URL: server.url.replace(/\/$/, ""),
  });
  await eventually(async () => expect(await isUp(`http://127.0.0.1:${PORT}`)).toBe(200));
  await server.restore();
  const shown = async () => (await fetch(`http://127.0.0.1:${PORT}`)).text();
  await eventually(async () => expect(await shown()).toContain("<table>"));
  const html = await shown();
  await server.cut();
  expect(new Set(await Promise.all(Array.from({ length: 20 }, shown)))).toEqual(new Set([html]));
  expect(program.child.exitCode).toBeNull();
  expect(html).toMatch(/<table>(<tr><td>\d+<\/td><td>[^<]+<\/td><td>[\d.]+<\/td><\/tr>)+<\/table>/);
  expect(html).not.toContain(PEGBOARD_KEY);
});

// Listed under "Not run here" if PHP is not installed.
test.skipIf(spawnSync("php", ["--version"]).status !== 0)(
  "the receiver in PHP accepts only our deliveries, and each once",
  async () => {
    const secret = `whsec_${Buffer.alloc(32, 9).toString("base64")}`;
    const url = `127.0.0.1:${await getPort()}`;
    const { said } = start("php", ["-S", url, "receiver.php"], { WEBHOOK_SECRET: secret });
    await eventually(async () => expect(await isUp(`http://${url}`)).toBe(400));
    const body = JSON.stringify({ id: "whd_1", event: "post.created", data: { postId: "post_1" } });
    const at = (moment: number, secrets = [secret]) =>
      signedHeaders({ id: "whd_1", event: "post.created", body }, secrets, new Date(moment));
    const post = async (headers: Record<string, string>, sent = body) =>
      (await fetch(`http://${url}`, { method: "POST", headers, body: sent })).status;
    expect(await post(at(Date.now()))).toBe(204);
    expect(await post(at(Date.now()))).toBe(204);
    expect(await post(at(Date.now()), `${body} `)).toBe(400);
    expect(await post(at(Date.now(), ["whsec_other"]))).toBe(400);
    expect(await post(at(Date.now() - 301_000))).toBe(400);
    expect(said().split('post.created {"postId":"post_1"}')).toHaveLength(2);
  },
);
