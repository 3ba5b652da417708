import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { env } from "@/lib/infra/environment/env";

type Answer = (response: http.ServerResponse, request: http.IncomingMessage) => void;

/** A site on loopback that answers each path as a test says, and remembers what it was asked. */
export function useLyingSite() {
  const answers = new Map<string, Answer>();
  const asked: { path: string; headers: http.IncomingHttpHeaders }[] = [];
  const site = { base: "", answers, asked, pages: 0 };
  const server = http.createServer((request, response) => {
    const path = request.url ?? "";
    asked.push({ path, headers: request.headers });
    const answer = answers.get(path);
    if (answer) answer(response, request);
    else response.writeHead(404).end();
  });
  const { allowPrivateTargets, linkPreviews } = { ...env().webhooks, ...env() };
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    site.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    answers.clear();
    asked.length = 0;
    env().webhooks.allowPrivateTargets = true;
  });
  afterEach(() => {
    env().webhooks.allowPrivateTargets = allowPrivateTargets;
    env().linkPreviews = linkPreviews;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    ...site,
    get base() {
      return site.base;
    },
    /** Answers a new path, and returns its address. */
    serve(answer: Answer): string {
      const path = `/page-${(site.pages += 1)}`;
      answers.set(path, answer);
      return site.base + path;
    },
    /** Answers with HTML. */
    html(body: string, headers: http.OutgoingHttpHeaders = {}): string {
      return this.serve((response) => response.writeHead(200, { "Content-Type": "text/html", ...headers }).end(body));
    },
  };
}
