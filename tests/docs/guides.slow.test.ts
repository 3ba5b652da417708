// Slow: it starts the programs that the guides configure.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { freePort } from "@/scripts/tools/ports";
import { eventually } from "@/tests/support/eventually";
import { temporaryFolder } from "@/tests/support/temporary-folder";

const OPERATIONS = "docs/operations";
const REQUESTS = 30;

const isInstalled = (program: string) => spawnSync(program, ["--version"]).error === undefined;
const ifInstalled = (program: string) => test.runIf(isInstalled(program));

describe("HAProxy, as configured in docs/operations/monitoring.md,", () => {
  ifInstalled("haproxy")("answers every request while one of two instances is killed", async () => {
    const [first, second] = [await startInstance(), await startInstance()];
    const { url } = await startHaproxy([first.port, second.port]);
    expect(await statuses(url)).toEqual([200]);
    first.kill();
    expect(await statuses(url)).toEqual([200]);
  });

  ifInstalled("haproxy")("repeats only what may be repeated", async () => {
    const [mute, other] = [await startInstance({ isMute: true }), await startInstance()];
    const { url } = await startHaproxy([mute.port, other.port]);
    expect(await statuses(url)).toEqual([200]);
    expect(await statuses(url, { method: "POST", headers: { "Idempotency-Key": "k" } })).toEqual([200]);
    expect(await statuses(url, { method: "POST" })).toEqual([200, 502]);
  });

  ifInstalled("haproxy")("names the client and the host, whatever the client claims", async () => {
    const instance = await startInstance();
    const { url } = await startHaproxy([instance.port, instance.port]);
    await send(url, { headers: { "X-Forwarded-For": "1.2.3.4", "X-Forwarded-Host": "evil.example" } });
    expect(instance.last).toMatchObject({ "x-forwarded-for": "127.0.0.1", "x-forwarded-host": new URL(url).host });
  });
});

describe("nginx, as configured in docs/operations/one-machine.md,", () => {
  ifInstalled("nginx")("passes requests on, with the client and the host that it saw", async () => {
    const instance = await startInstance();
    const { url } = await startNginx((server) => server.replace("127.0.0.1:3000", `127.0.0.1:${instance.port}`));
    await send(url, { headers: { "X-Forwarded-For": "1.2.3.4" } });
    expect(instance.last).toMatchObject({ "x-forwarded-for": "127.0.0.1", "x-forwarded-host": "127.0.0.1" });
  });

  ifInstalled("nginx")(
    "answers in the API's words while the product starts, and to bodies that are too large",
    async () => {
      const port = await freePort();
      const { url } = await startNginx((server) => server.replace("127.0.0.1:3000", `127.0.0.1:${port}`));
      const starting = await send(url);
      expect([starting.status, starting.headers["retry-after"], JSON.parse(starting.body)]).toMatchObject([
        503,
        "5",
        { error: { code: "unavailable" } },
      ]);
      const large = await send(url, { method: "POST", body: Buffer.alloc(7_000_000) });
      expect([large.status, JSON.parse(large.body)]).toMatchObject([413, { error: { code: "payload_too_large" } }]);
    },
  );

  ifInstalled("nginx")("answers every request while one of two instances is killed", async () => {
    const [first, second] = [await startInstance(), await startInstance()];
    const upstream = printed("monitoring.md", "nginx")
      .replace("10.0.0.1:3000", `127.0.0.1:${first.port}`)
      .replace("10.0.0.2:3000", `127.0.0.1:${second.port}`);
    const { url } = await startNginx(
      (server) => `${upstream}${server.replace("http://127.0.0.1:3000", "http://pegboard")}`,
    );
    expect(await statuses(url)).toEqual([200]);
    first.kill();
    expect(await statuses(url, { method: "POST" })).toEqual([200]);
  });
});

ifInstalled("promtool")("Prometheus accepts its configuration and the alert rules", () => {
  const folder = temporaryFolder();
  fs.copyFileSync(`${OPERATIONS}/alerts.yaml`, path.join(folder, "alerts.yaml"));
  const token = path.join(folder, "token");
  fs.writeFileSync(token, "token");
  const file = path.join(folder, "prometheus.yml");
  const configuration = printed("monitoring.md", "yaml").replace("/etc/prometheus/pegboard-token", token);
  fs.writeFileSync(file, `rule_files: [alerts.yaml]\n${configuration}`);
  const { status, stdout, stderr } = spawnSync("promtool", ["check", "config", file], { encoding: "utf8" });
  expect([status, stdout + stderr]).toEqual([0, expect.stringMatching(/SUCCESS: \d+ rules found/)]);
});

ifInstalled("promtool")("the alerts fire on what they are named after, and on nothing else", () => {
  const { status, stdout, stderr } = spawnSync("promtool", ["test", "rules", "tests/docs/alerts.test.yaml"], {
    encoding: "utf8",
  });
  expect([status, stdout + stderr]).toEqual([0, expect.stringContaining("SUCCESS")]);
});

ifInstalled("systemd-analyze")("systemd accepts the unit", () => {
  const { status, stderr } = spawnSync("systemd-analyze", ["verify", `${OPERATIONS}/pegboard.service`], {
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([0, ""]);
});

ifInstalled("haproxy")("HAProxy accepts the cluster's configuration", () => {
  const addresses = { PG1: "10.0.0.1", PG2: "10.0.0.2", PG3: "10.0.0.3", PROXY_ADDRESS: "127.0.0.1" };
  const { status, stderr } = spawnSync("haproxy", ["-c", "-f", `${OPERATIONS}/cluster/haproxy.cfg`], {
    encoding: "utf8",
    env: { ...process.env, ...addresses },
  });
  expect([status, stderr]).toEqual([0, ""]);
});

ifInstalled("redis-sentinel")("a sentinel accepts the configuration in docs/operations/redis.md", async () => {
  const [port, master] = [await freePort(), await freePort()];
  const lines = printed("redis.md", "sh")
    .split("\n")
    .filter((line) => line.startsWith("sentinel "));
  expect(lines.length).toBeGreaterThan(3);
  const file = path.join(temporaryFolder(), "sentinel.conf");
  const settings = lines.join("\n").replace("10.0.0.1 6379", `127.0.0.1 ${master}`);
  fs.writeFileSync(file, `port ${port}\n${settings}\n`);
  run("redis-sentinel", [file]);
  await eventually(() =>
    expect(execFileSync("redis-cli", ["-p", String(port), "sentinel", "masters"], { encoding: "utf8" })).toContain(
      "pegboard",
    ),
  );
});

/** The only block of a language in a guide. */
function printed(guide: string, language: string): string {
  const blocks = [...fs.readFileSync(`${OPERATIONS}/${guide}`, "utf8").matchAll(/^```(\w+)\n(.*?)^```/gms)];
  const [[, , text = ""] = [], ...others] = blocks.filter(([, found]) => found === language);
  if (guide !== "redis.md") expect(others).toEqual([]);
  return text;
}

/** An instance of the product, as far as a proxy can tell. A mute one closes connections without a response. */
async function startInstance({ isMute = false } = {}) {
  const instance = { port: 0, last: {} as http.IncomingHttpHeaders, kill };
  const server = http.createServer((request, response) => {
    if (isMute && request.url !== "/api/health/ready") return void request.socket.destroy();
    if (request.url !== "/api/health/ready") instance.last = request.headers;
    request.resume().on("end", () => response.end("{}"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  instance.port = (server.address() as AddressInfo).port;
  onTestFinished(kill);
  function kill(): void {
    server.close();
    server.closeAllConnections();
  }
  return instance;
}

async function startHaproxy(ports: [number, number]) {
  const { pem } = certificate();
  const port = await freePort();
  const file = path.join(temporaryFolder(), "haproxy.cfg");
  const configuration = printed("monitoring.md", "haproxy")
    .replace(":443", `127.0.0.1:${port}`)
    .replace("/etc/haproxy/your.host.pem", pem)
    .replace("10.0.0.1:3000", `127.0.0.1:${ports[0]}`)
    .replace("10.0.0.2:3000", `127.0.0.1:${ports[1]}`);
  fs.writeFileSync(file, configuration);
  run("haproxy", ["-db", "-f", file]);
  return answering(port);
}

/** @param placed the guide's server, as it stands in the block of a site */
async function startNginx(placed: (server: string) => string) {
  const { certificateFile, keyFile } = certificate();
  const port = await freePort();
  const folder = temporaryFolder();
  const server = printed("one-machine.md", "nginx")
    .replace("listen 443", `listen 127.0.0.1:${port}`)
    .replace("/etc/letsencrypt/live/your.host/fullchain.pem", certificateFile)
    .replace("/etc/letsencrypt/live/your.host/privkey.pem", keyFile);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(" ");
  const file = path.join(folder, "nginx.conf");
  fs.writeFileSync(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {}
     http { access_log off; ${temporary} ${placed(server)} }`,
  );
  // As root, nginx's own processes are another user's.
  fs.chmodSync(folder, 0o777);
  run("nginx", ["-p", folder, "-c", file]);
  return answering(port);
}

function certificate() {
  const folder = temporaryFolder();
  const [certificateFile, keyFile] = [path.join(folder, "certificate.pem"), path.join(folder, "key.pem")];
  const subject = ["-subj", "/CN=your.host", "-days", "1"];
  const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", keyFile, "-out", certificateFile];
  execFileSync("openssl", [...request, ...subject], { stdio: "pipe" });
  const pem = path.join(folder, "both.pem");
  fs.writeFileSync(pem, fs.readFileSync(certificateFile, "utf8") + fs.readFileSync(keyFile, "utf8"));
  return { certificateFile, keyFile, pem };
}

function run(program: string, args: string[]): void {
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "inherit"] });
  onTestFinished(async () => {
    const exit = once(child, "exit");
    if (child.exitCode === null && child.kill("SIGTERM")) await exit;
  });
}

async function answering(port: number): Promise<{ url: string }> {
  const url = `https://127.0.0.1:${port}/`;
  await eventually(async () => expect((await send(url)).status).toBeGreaterThan(0));
  return { url };
}

interface Message {
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer;
}

/** The statuses of many requests, each of which occurs once. */
async function statuses(url: string, message?: Message): Promise<number[]> {
  const found = new Set<number>();
  for (let n = 0; n < REQUESTS; n += 1) found.add((await send(url, message)).status);
  return [...found].toSorted();
}

/** Sends a request on a connection of its own. */
async function send(url: string, { method = "GET", headers = {}, body }: Message = {}) {
  const length = body && { "Content-Length": String(body.length) };
  const request = https.request(url, {
    method,
    agent: false,
    rejectUnauthorized: false,
    headers: { ...headers, ...length },
  });
  // A server that rejects a body closes the connection while it is being sent.
  request.on("error", () => undefined);
  request.end(body);
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  return { status: response.statusCode ?? 0, headers: response.headers, body: String(await buffer(response)) };
}
