// Slow: it installs the clients in Python and PHP, and runs the programs of their guide.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { execa } from "execa";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { WHEEL } from "@/lib/openapi/client/python/wheel-name";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { signedHeaders } from "@/lib/domain/consequences/webhooks/signing";
import { database } from "@/lib/infra/database/db";
import { png } from "@/tests/lib/domain/writing/media/images";
import { BASE_URL, send } from "@/tests/support/api";
import { type Account, newAccount } from "@/tests/support/api-accounts";
import { eventually } from "@/tests/support/eventually";
import { temporaryFolder } from "@/tests/support/temporary-folder";
import { unzip } from "@/tests/support/unzip";

const folder = temporaryFolder(afterAll);
const isMissing = (command: string) => spawnSync(command, ["--version"]).error !== undefined;
const body = '{"event":"post.created"}';
const SECRET = "whsec_one";
let guide: string;
let account: Account;

beforeAll(async () => {
  guide = (await send("/docs/api/clients.md")).text;
  account = await newAccount("pro");
  fs.writeFileSync(path.join(folder, "peg.png"), new Uint8Array(await png()));
});

async function run(command: string, file: string, program: string): Promise<string> {
  fs.writeFileSync(path.join(folder, file), program);
  const signature = signedHeaders({ id: "whd_1", event: "post.created", body }, [SECRET], new Date());
  const { stdout } = await execa(command, [file], {
    cwd: folder,
    env: {
      ...{ PEGBOARD_KEY: account.key, PEGBOARD_URL: BASE_URL, BODY: body, SECRET },
      SIGNATURE: signature["X-Service-Signature"]!,
    },
  });
  return stdout;
}

/** The blocks of code of the guide in a language. */
const blocks = (language: string) =>
  Array.from(guide.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)\\n\`\`\`$`, "gm")), ([, code = ""]) => code);

/** Runs the bot of the guide, kills it among the mentions, and runs it again. */
async function botAnswersOnce(command: string, program: string) {
  const [bot, author] = [await newAccount("pro"), await newAccount("pro")];
  fs.writeFileSync(path.join(folder, "bot"), program);
  const start = () => {
    const child = spawn(command, ["bot"], { cwd: folder, env: { ...process.env, PEGBOARD_KEY: bot.key } });
    onTestFinished(() => void child.kill("SIGKILL"));
    return child;
  };
  const prisma = () => database().prisma;
  const first = start();
  await eventually(async () => expect(await prisma().logSubscription.count({ where: { userId: bot.id } })).toBe(1));
  const posts: string[] = [];
  for (let n = 0; n < 6; n++)
    posts.push((await createPost(author.ctx(), { content: `@${bot.handle} ${n}`, audience: "PUBLIC" })).id);
  const answered = () => prisma().comment.findMany({ where: { authorId: bot.id } });
  await eventually(async () => expect((await answered()).length).toBeGreaterThan(0));
  first.kill("SIGKILL");
  start();
  await eventually(async () =>
    expect((await answered()).map(({ postId }) => postId).toSorted()).toEqual(posts.toSorted()),
  );
}

/** What a program of either language prints. */
const PRINTED = {
  contents: ["Three", "Two", "One"],
  pageSize: 2,
  replayed: [false, true],
  errors: ["content"],
  notFound: ["not_found", 404, "req_"],
  stale: "precondition_failed",
  alt: "A peg",
  event: "post.created",
};

// Listed under "Not run here" if the language is not installed: Debian's packages are python3 with python3-venv, and
// php-cli.
describe("the client in Python", () => {
  const runs = test.skipIf(isMissing("python3"));
  const python = path.join(folder, "env/bin/python");

  runs("installs without any other package, and does what its guide says", async () => {
    await execa("python3", ["-m", "venv", path.join(folder, "env")]);
    await execa(python, ["-m", "pip", "install", "--no-index", "--no-cache-dir", `${BASE_URL}/sdk/python/${WHEEL}`]);
    const [first = "", second = ""] = blocks("python");
    const stdout = await run(python, "guide.py", `${first}\npost = pegboard.posts.create(content="Hi")\n${second}`);
    expect(stdout).toMatch(/^not_found req_/m);
  });

  runs("has a bot in its guide that answers each mention once, through a kill", () =>
    botAnswersOnce(python, blocks("python").at(-1)!),
  );

  runs("pages, replays, reports errors, uploads and verifies", async () => {
    account = await newAccount("pro");
    const program = `
import json, os
from pegboard import Pegboard, PegboardError, verify_webhook
pegboard = Pegboard(os.environ["PEGBOARD_KEY"])
seen = []
for content in ["One", "Two"]:
    pegboard.posts.create(content=content)
for _ in range(2):
    post = pegboard.posts.create(content="Three", idempotency_key="three", on_response=seen.append)
def failure(call):
    try:
        call()
    except PegboardError as error:
        return error
too_long = failure(lambda: pegboard.posts.create(content="x" * 281))
nowhere = failure(lambda: pegboard.posts.get("post_nowhere"))
pegboard.posts.get(post["id"], on_response=seen.append)
contents = [post["content"] for post in pegboard.posts.list(limit=2)]
pegboard.posts.update(post["id"], content="Edited")
stale = failure(lambda: pegboard.posts.update(post["id"], content="Again", if_match=seen[2].etag))
with open("peg.png", "rb") as image:
    uploaded = pegboard.images.upload(image, alt="A peg")
print(json.dumps({
    "contents": contents,
    "pageSize": len(pegboard.posts.list(limit=2).page().data),
    "replayed": [response.replayed for response in seen[:2]],
    "errors": [field.param for field in too_long.errors],
    "notFound": [nowhere.code, nowhere.status, nowhere.request_id[:4]],
    "stale": stale.code,
    "alt": pegboard.posts.get(pegboard.posts.create(media_ids=[uploaded["id"]])["id"])["media"][0]["alt"],
    "event": verify_webhook(os.environ["BODY"], os.environ["SIGNATURE"], os.environ["SECRET"])["event"],
}))`;
    expect(JSON.parse(await run(python, "use.py", program))).toEqual(PRINTED);
  });
});

describe("the client in PHP", () => {
  const runs = test.skipIf(isMissing("php"));

  runs("loads without Composer, and does what its guide says", async () => {
    const response = await fetch(`${BASE_URL}/sdk/pegboard-php.zip`);
    for (const [name, content] of unzip(Buffer.from(await response.arrayBuffer()))) {
      fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      fs.writeFileSync(path.join(folder, name), content);
    }
    account = await newAccount("pro");
    const [first = "", second = ""] = blocks("php");
    const stdout = await run(
      "php",
      "guide.php",
      `${first}\n$post = $pegboard->posts->create(content: 'Hi');\n${second}`,
    );
    expect(stdout).toMatch(/^not_found req_/m);
  });

  runs("has a bot in its guide that answers each mention once, through a kill", () =>
    botAnswersOnce("php", blocks("php").at(-1)!),
  );

  runs("pages, replays, reports errors, uploads and verifies", async () => {
    account = await newAccount("pro");
    const program = `<?php
require 'pegboard/autoload.php';
use Pegboard\\{CallOptions, Pegboard, PegboardException, Response, Webhook};
$pegboard = new Pegboard(getenv('PEGBOARD_KEY'));
$seen = [];
$keep = function (Response $response) use (&$seen) { $seen[] = $response; };
foreach (['One', 'Two'] as $content) $pegboard->posts->create(content: $content);
foreach ([1, 2] as $_) $post = $pegboard->posts->create(content: 'Three', options: new CallOptions(idempotencyKey: 'three', onResponse: $keep));
function failure(callable $call) { try { $call(); } catch (PegboardException $error) { return $error; } }
$tooLong = failure(fn () => $pegboard->posts->create(content: str_repeat('x', 281)));
$nowhere = failure(fn () => $pegboard->posts->get('post_nowhere'));
$pegboard->posts->get($post['id'], new CallOptions(onResponse: $keep));
$contents = array_column(iterator_to_array($pegboard->posts->list(limit: 2), false), 'content');
$pegboard->posts->update($post['id'], content: 'Edited');
$stale = failure(fn () => $pegboard->posts->update($post['id'], content: 'Again', options: new CallOptions(ifMatch: $seen[2]->etag)));
$uploaded = $pegboard->images->upload(file_get_contents('peg.png'), alt: 'A peg');
echo json_encode([
    'contents' => $contents,
    'pageSize' => count($pegboard->posts->list(limit: 2)->page()->data),
    'replayed' => [$seen[0]->replayed, $seen[1]->replayed],
    'errors' => array_column($tooLong->errors, 'param'),
    'notFound' => [$nowhere->errorCode, $nowhere->status, substr($nowhere->requestId, 0, 4)],
    'stale' => $stale->errorCode,
    'alt' => $pegboard->posts->get($pegboard->posts->create(media_ids: [$uploaded['id']])['id'])['media'][0]['alt'],
    'event' => Webhook::verify(getenv('BODY'), getenv('SIGNATURE'), getenv('SECRET'))['event'],
]);`;
    expect(JSON.parse(await run("php", "use.php", program))).toEqual(PRINTED);
  });
});
