// Slow: each program is a separate process, and the bot polls for mentions every five seconds.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { execa } from "execa";
import getPort from "get-port";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signedHeaders } from "@/lib/domain/webhooks/signing";
import { createPost } from "@/lib/domain/posts/commands";
import type { Scope } from "@/lib/domain/keys/scopes";
import { database } from "@/lib/infra/database/db";
import { PROJECT } from "@/scripts/tools/state-directory";
import { BASE_URL, send } from "@/tests/support/api";
import { newAccount } from "@/tests/support/api-accounts";
import { eventually } from "@/tests/support/eventually";
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

function start(command: string, words: string[], env: Record<string, string>): () => string {
  const child = spawn(command, words, { cwd: folder, env: { ...process.env, PEGBOARD_URL: BASE_URL, ...env } });
  running.push(child);
  let said = "";
  child.stdout.on("data", (text: Buffer) => (said += String(text)));
  child.stderr.on("data", (text: Buffer) => (said += String(text)));
  return () => said;
}

const isUp = (url: string) => fetch(url).then(({ status }) => status);

test("the bot replies to each mention in a post once, even with two instances, and leaves others unread", async () => {
  const [bot, author] = [await newAccount(), await newAccount()];
  const PEGBOARD_KEY = await bot.keyWith(await scopesOf("mention-bot.mjs"));
  const { id } = await createPost(author.ctx(), { content: `Hello @${bot.handle}`, audience: "PUBLIC" });
  const inRoom = { id: "ntf_room", userId: bot.id, actorId: author.id, type: "MENTION", subjectId: "msg_x" } as const;
  await database().prisma.notification.create({
    data: { ...inRoom, link: "/rooms/ABCDEF#msg_x", createdAt: new Date() },
  });
  const answers = () => database().prisma.comment.findMany({ where: { postId: id, authorId: bot.id } });
  start(process.execPath, ["mention-bot.mjs"], { PEGBOARD_KEY });
  start(process.execPath, ["mention-bot.mjs"], { PEGBOARD_KEY });
  await eventually(async () => expect(await answers()).toHaveLength(1));
  expect((await answers())[0]?.content).toBe(`@${author.handle} you said: Hello @${bot.handle}`);
  const unread = { userId: bot.id, type: "MENTION", readAt: null } as const;
  const leftUnread = () => database().prisma.notification.findMany({ where: unread, select: { id: true } });
  await eventually(async () => expect(await leftUnread()).toEqual([{ id: inRoom.id }]));
  expect(await answers()).toHaveLength(1);
  expect(await database().prisma.user.findUnique({ where: { id: bot.id } })).toMatchObject({ automated: true });
});

test("the RSS mirror contains every post, and no content breaks it", async () => {
  const author = await newAccount();
  const PEGBOARD_KEY = await author.keyWith(await scopesOf("rss.mjs"));
  for (const content of ["One", 'Two </item> & "three"'])
    await createPost(author.ctx(), { content, audience: "PUBLIC" });
  const env = { PEGBOARD_URL: BASE_URL, PEGBOARD_KEY };
  const { stdout } = await execa(process.execPath, ["rss.mjs", author.handle], { cwd: folder, env });
  expect(stdout.match(/<item>/g)).toHaveLength(2);
  expect(stdout).toContain("<title>Two &#60;/item&#62; &#38; &#34;three&#34;</title>");
});

test("the leaderboard is served without revealing its key", async () => {
  const reader = await newAccount();
  const [PORT, PEGBOARD_KEY] = [String(await getPort()), await reader.keyWith(await scopesOf("leaderboard.mjs"))];
  start(process.execPath, ["leaderboard.mjs"], { PORT, PEGBOARD_KEY });
  await eventually(async () => expect(await isUp(`http://127.0.0.1:${PORT}`)).toBe(200));
  const html = await (await fetch(`http://127.0.0.1:${PORT}`)).text();
  expect(html).toMatch(/<table>(<tr><td>\d+<\/td><td>[^<]+<\/td><td>[\d.]+<\/td><\/tr>)+<\/table>/);
  expect(html).not.toContain(PEGBOARD_KEY);
});

// Listed under "Not run here" if PHP is not installed.
test.skipIf(spawnSync("php", ["--version"]).status !== 0)(
  "the receiver in PHP accepts only our deliveries",
  async () => {
    const secret = `whsec_${Buffer.alloc(32, 9).toString("base64")}`;
    const url = `127.0.0.1:${await getPort()}`;
    const said = start("php", ["-S", url, "receiver.php"], { WEBHOOK_SECRET: secret });
    await eventually(async () => expect(await isUp(`http://${url}`)).toBe(400));
    const body = JSON.stringify({ id: "whd_1", event: "post.created", data: { postId: "post_1" } });
    const at = (moment: number, secrets = [secret]) =>
      signedHeaders({ id: "whd_1", event: "post.created", body }, secrets, new Date(moment));
    const post = async (headers: Record<string, string>, sent = body) =>
      (await fetch(`http://${url}`, { method: "POST", headers, body: sent })).status;
    expect(await post(at(Date.now()))).toBe(204);
    expect(await post(at(Date.now()), `${body} `)).toBe(400);
    expect(await post(at(Date.now(), ["whsec_other"]))).toBe(400);
    expect(await post(at(Date.now() - 301_000))).toBe(400);
    expect(said()).toContain('post.created {"postId":"post_1"}');
  },
);
