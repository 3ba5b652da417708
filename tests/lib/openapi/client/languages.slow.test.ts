// Slow: it starts an interpreter for each program.
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { execa } from "execa";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { signedHeaders } from "@/lib/domain/consequences/webhooks/signing";
import { composerPackage } from "@/lib/openapi/client/php/composer-package";
import { writePhp } from "@/lib/openapi/client/php/write-php";
import { writePython } from "@/lib/openapi/client/python/write-python";
import { openApiDocument } from "@/lib/openapi/document/openapi-document";
import { operationsOf } from "@/lib/openapi/operations";
import { temporaryFolder } from "@/tests/support/temporary-folder";

const document = openApiDocument("https://pegboard.example");
const python = writePython(document);
const php = composerPackage("https://pegboard.example", { client: writePhp(document), readme: "" });
const keyed = operationsOf(document).filter(({ scope }) => scope !== null);

const folder = temporaryFolder(afterAll);

beforeAll(() => {
  fs.writeFileSync(path.join(folder, "pegboard.py"), python);
  for (const [name, text] of Object.entries(php)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
});

/** How each language writes the same program. `ask` is a call with its options; the result is printed as JSON. */
interface Language {
  command: string;
  /** Prints what `me.get` returns, or what it raises, with a client of these options. */
  read: string;
  /** Creates a post. */
  create: string;
  /** Prints every item of a list. */
  list: string;
  /** Advances the clock of a sandbox, which takes no idempotency key. */
  once: string;
  /** Prints the event of a delivery in the environment, or what is wrong with it. */
  verify: string;
}

const LANGUAGES: Record<string, Language> = {
  Python: {
    command: "python3",
    ...pythonPrograms({
      read: "pegboard.me.get(**options)",
      create: 'pegboard.posts.create(content="Hello", **options)',
      list: "[*pegboard.posts.list(limit=2, cursor=None, **options)]",
      once: "pegboard.sandbox.advance(seconds=60, **options)",
    }),
    verify: `
import json, os
from pegboard import WebhookSignatureError, verify_webhook
try:
    print(json.dumps(verify_webhook(os.environ["BODY"], os.environ["SIGNATURE"], os.environ["SECRET"])))
except WebhookSignatureError as error:
    print(json.dumps(str(error)))`,
  },
  PHP: {
    command: "php",
    ...phpPrograms({
      read: "$pegboard->me->get($options)",
      create: "$pegboard->posts->create(content: 'Hello', options: $options)",
      list: "iterator_to_array($pegboard->posts->list(limit: 2, cursor: null, options: $options), false)",
      once: "$pegboard->sandbox->advance(seconds: 60, options: $options)",
    }),
    verify: `<?php
require 'pegboard/autoload.php';
try {
    echo json_encode(Pegboard\\Webhook::verify(getenv('BODY'), getenv('SIGNATURE'), getenv('SECRET')));
} catch (Pegboard\\WebhookSignatureException $error) {
    echo json_encode($error->getMessage());
}`,
  },
};

function pythonPrograms<Name extends string>(calls: Record<Name, string>): Record<Name, string> {
  return programs(
    calls,
    (call) => `
import json, os
from pegboard import Pegboard, PegboardConnectionError, PegboardError
pegboard = Pegboard(os.environ["KEY"], base_url=os.environ["URL"], timeout=float(os.environ["TIMEOUT"]))
seen = []
options = {"on_response": seen.append}
try:
    print(json.dumps({"data": ${call}, "etag": seen[0].etag, "replayed": seen[0].replayed, "remaining": seen[0].limit and seen[0].limit.remaining}))
except PegboardError as e:
    print(json.dumps({"code": e.code, "status": e.status, "message": e.message, "requestId": e.request_id, "docUrl": e.doc_url, "param": e.param, "errors": [field.__dict__ for field in e.errors], "retryAfter": e.retry_after_seconds}))
except PegboardConnectionError as e:
    print(json.dumps({"connection": str(e)}))
except ValueError as e:
    print(json.dumps({"invalid": str(e)}))`,
  );
}

function phpPrograms<Name extends string>(calls: Record<Name, string>): Record<Name, string> {
  return programs(
    calls,
    (call) => `<?php
require 'pegboard/autoload.php';
$pegboard = new Pegboard\\Pegboard(getenv('KEY'), baseUrl: getenv('URL'), timeoutSeconds: (float) getenv('TIMEOUT'));
$seen = null;
$options = new Pegboard\\CallOptions(onResponse: function (Pegboard\\Response $response) use (&$seen) { $seen = $response; });
try {
    $data = ${call};
    echo json_encode(['data' => $data, 'etag' => $seen->etag, 'replayed' => $seen->replayed, 'remaining' => $seen->limit?->remaining]);
} catch (Pegboard\\PegboardException $e) {
    echo json_encode(['code' => $e->errorCode, 'status' => $e->status, 'message' => $e->getMessage(), 'requestId' => $e->requestId, 'docUrl' => $e->docUrl, 'param' => $e->param, 'errors' => $e->errors, 'retryAfter' => $e->retryAfterSeconds]);
} catch (Pegboard\\ConnectionException $e) {
    echo json_encode(['connection' => $e->getMessage()]);
} catch (InvalidArgumentException $e) {
    echo json_encode(['invalid' => $e->getMessage()]);
}`,
  );
}

function programs<Name extends string>(calls: Record<Name, string>, write: (call: string) => string) {
  const written = Object.entries<string>(calls).map(([name, call]) => [name, write(call)]);
  return Object.fromEntries(written) as Record<Name, string>;
}

const isMissing = (command: string) => spawnSync(command, ["--version"]).error !== undefined;

type Answer = (response: http.ServerResponse) => void;
interface Asked {
  url: string;
  method: string;
  headers: http.IncomingHttpHeaders;
  body: string;
}

const json =
  (status: number, body: unknown, headers: http.OutgoingHttpHeaders = {}): Answer =>
  (response) =>
    void response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));
const done = json(200, { id: "it" });
const broken: Answer = (response) => void response.destroy();
const silent: Answer = () => undefined;
const failure = (status: number, code: string, headers: http.OutgoingHttpHeaders = {}) =>
  json(
    status,
    { error: { type: "t", code, message: "No.", request_id: "req_1", doc_url: "https://x.example" } },
    headers,
  );

/** A server that gives these answers in turn, the last one forever. */
async function serverWith(...answers: Answer[]): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = http.createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    asked.push({ url: request.url ?? "", method: request.method ?? "", headers: request.headers, body });
    (answers[asked.length - 1] ?? answers.at(-1)!)(response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

// Listed under "Not run here" if the language is not installed: Debian's packages are python3 and php-cli.
describe.each(Object.entries(LANGUAGES))("the client in %s", (name, language) => {
  const run = test.skipIf(isMissing(language.command));

  async function call(program: keyof Language, url: string, env: Record<string, string> = {}): Promise<unknown> {
    const file = path.join(folder, `${name}-${program}`);
    fs.writeFileSync(file, language[program]);
    const { stdout } = await execa(language.command, [file], {
      cwd: folder,
      env: { KEY: "pb_live_secret", URL: url, TIMEOUT: "10", PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: "1", ...env },
    });
    return JSON.parse(stdout);
  }

  run(
    "repeats a write with one idempotency key and the same bytes, through a failure and a broken connection",
    async () => {
      const { url, asked } = await serverWith(failure(503, "unavailable"), broken, done);
      expect(await call("create", url)).toMatchObject({ data: { id: "it" } });
      expect(asked.map(({ method, url: path, body }) => [method, path, JSON.parse(body)])).toEqual(
        Array(3).fill(["POST", "/api/v1/posts", { content: "Hello" }]),
      );
      const keys = asked.map(({ headers }) => headers["idempotency-key"]);
      expect([new Set(keys).size, keys[0]]).toEqual([1, expect.stringMatching(/^[\w-]{32,36}$/)]);
      expect(asked[0]?.headers.authorization).toBe("Bearer pb_live_secret");
    },
  );

  run("follows the cursors of a list to its end, and sends nothing that is left out", async () => {
    const pages = [json(200, { data: [1, 2], nextCursor: "a b" }), json(200, { data: [3], nextCursor: null })];
    const { url, asked } = await serverWith(...pages);
    expect(await call("list", url)).toMatchObject({ data: [1, 2, 3] });
    expect(asked.map(({ url: path }) => path.replace("+", "%20"))).toEqual([
      "/api/v1/posts?limit=2",
      "/api/v1/posts?limit=2&cursor=a%20b",
    ]);
  });

  run("never repeats a write that takes no idempotency key", async () => {
    const { url, asked } = await serverWith(broken, done);
    expect(await call("once", url)).toEqual({ connection: `The API at ${url} cannot be reached.` });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.headers).not.toHaveProperty("idempotency-key");
  });

  run("waits as long as Retry-After asks for, but not for more than two minutes", async () => {
    const { url, asked } = await serverWith(
      failure(429, "rate_limited", { "Retry-After": "0" }),
      failure(429, "rate_limited", { "Retry-After": "3600" }),
      done,
    );
    expect(await call("read", url)).toMatchObject({ code: "rate_limited", status: 429, retryAfter: 3600 });
    expect(asked).toHaveLength(2);
  });

  run("raises the error of the API with all that it says", async () => {
    const fields = [{ param: "content", message: "Too long." }];
    const error = { type: "invalid_request_error", code: "invalid_request", message: "No.", request_id: "req_1" };
    const { url } = await serverWith(
      json(400, { error: { ...error, doc_url: "https://x.example", param: "content", errors: fields } }),
    );
    expect(await call("create", url)).toEqual({
      ...{ code: "invalid_request", status: 400, message: "No.", requestId: "req_1", retryAfter: null },
      ...{ docUrl: "https://x.example", param: "content", errors: fields },
    });
  });

  run("tells the ETag, what is left of the limit, and whether a response was replayed", async () => {
    const headers = {
      ...{ ETag: '"v1"', "Idempotency-Replayed": "true", "X-RateLimit-Limit": 100 },
      ...{ "X-RateLimit-Remaining": 42, "X-RateLimit-Reset": 1_796_040_000 },
    };
    const { url } = await serverWith(json(200, { id: "it" }, headers));
    expect(await call("create", url)).toEqual({ data: { id: "it" }, etag: '"v1"', replayed: true, remaining: 42 });
  });

  run("follows no redirect", async () => {
    const other = await serverWith(done);
    const { url, asked } = await serverWith((response) => void response.writeHead(307, { Location: other.url }).end());
    expect(await call("create", url)).toMatchObject({ code: "unexpected_response", status: 307 });
    expect([asked.length, other.asked.length]).toEqual([1, 0]);
  });

  run("does not take another server's page for a response", async () => {
    const { url } = await serverWith((response) => void response.end("<h1>Welcome</h1>"));
    expect(await call("read", url)).toMatchObject({ code: "unexpected_response", status: 200 });
  });

  run.each<[string, Answer]>([
    ["with a length", (response) => void response.writeHead(200, { "Content-Length": 99 }).write("[]")],
    ["in chunks", (response) => void response.writeHead(200, { "Content-Type": "application/json" }).write('{"a":')],
  ])("repeats what broke off within a response %s", async (_how, start) => {
    const breakOff: Answer = (response) => {
      start(response);
      setTimeout(() => response.destroy(), 50);
    };
    const { url, asked } = await serverWith(breakOff, done);
    expect(await call("read", url)).toMatchObject({ data: { id: "it" } });
    expect(asked).toHaveLength(2);
  });

  run.each<[string, Answer]>([
    ["silent", silent],
    ["never at an end", (response) => void setInterval(() => response.write(" "), 50).unref()],
  ])("gives up a server that is %s", async (_how, answer) => {
    const { url } = await serverWith(answer);
    const failed = await call("once", url, { TIMEOUT: "0.5" });
    expect(failed).toEqual({ connection: "There was no response within 0.5 seconds." });
  });

  run("bounds what it reads", async () => {
    const megabyte = Buffer.alloc(1024 * 1024, " ");
    const pour: Answer = (response) => {
      response.on("error", () => undefined);
      for (let n = 0; n < 40; n++) response.write(megabyte);
    };
    const { url } = await serverWith(pour);
    expect(await call("once", url)).toMatchObject({ connection: expect.any(String) });
  });

  run("keeps a key that no header may have out of its error", async () => {
    const { url, asked } = await serverWith(done);
    const failed = await call("read", url, { KEY: "pb_live_secret\n" });
    expect(failed).toEqual({ invalid: expect.stringContaining("Authorization") });
    expect([JSON.stringify(failed).includes("pb_live_secret"), asked.length]).toEqual([false, 0]);
  });

  run("returns the event of a genuine delivery, and of no other", async () => {
    const [body, secret] = ['{"event":"post.created"}', "whsec_one"];
    const signature = (secrets: string[], at = Date.now()) =>
      signedHeaders({ id: "whd_1", event: "post.created", body }, secrets, new Date(at))["X-Service-Signature"]!;
    const verify = (SIGNATURE: string, BODY = body) => call("verify", "", { SIGNATURE, BODY, SECRET: secret });
    expect(await verify(signature([secret]))).toEqual({ event: "post.created" });
    expect(await verify(signature(["whsec_old", secret]))).toEqual({ event: "post.created" });
    const mismatch = "The webhook signature does not match.";
    expect(await verify(signature(["whsec_other"]))).toBe(mismatch);
    expect(await verify(signature([secret]), `${body} `)).toBe(mismatch);
    expect(await verify("")).toBe(mismatch);
    const late = "The webhook timestamp is too old or in the future.";
    expect(await verify(signature([secret], Date.now() - 301_000))).toBe(late);
    expect(await verify(signature([secret], Date.now() + 600_000))).toBe(late);
  });

  run("has a method for every operation with a key", async () => {
    const listing =
      name === "Python"
        ? `import json\nfrom pegboard import Pegboard\np = Pegboard("x")\nprint(json.dumps([g + "." + m for g, o in vars(p).items() for m in dir(o) if m[0] != "_"]))`
        : `<?php require 'pegboard/autoload.php'; $all = []; foreach (get_object_vars(new Pegboard\\Pegboard('x')) as $g => $o) foreach (get_class_methods($o) as $m) if ($m[0] !== '_') $all[] = "$g.$m"; echo json_encode($all);`;
    const { stdout } = await execa(language.command, [name === "Python" ? "-c" : "-r", listing.replace("<?php ", "")], {
      cwd: folder,
      env: { PYTHONDONTWRITEBYTECODE: "1" },
    });
    const expected = keyed.map(({ id }) =>
      name === "Python" ? id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : id,
    );
    expect((JSON.parse(stdout) as string[]).toSorted()).toEqual(expected.toSorted());
  });
});
