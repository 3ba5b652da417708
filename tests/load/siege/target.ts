import http from "node:http";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { attackerAddress } from "./addresses";

export interface Asking {
  method?: string;
  path: string;
  headers?: http.OutgoingHttpHeaders;
  key?: string;
  cookie?: string;
  /** An object is sent as JSON. */
  body?: object | string | Buffer;
  /** The client's number, which determines its address. */
  from?: number;
  /** Repeats the request at once, whatever the response. */
  insists?: boolean;
}

export interface Answer {
  /** 0 if the connection broke. */
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

/** The experience of an attack: the number of each status, and responses that are always wrong. */
export interface Experience {
  outcomes: Record<string, number>;
  problems: string[];
}

/** How much of a response is kept; attacks read fields of small ones. */
const KEPT_BYTES = 1_000_000;
/** The pause after a rejection. Endless rejections are a separate attack. */
const PAUSE_MS = 100;
const REFUSED = [0, 429, 503];

/** The server as the attack sees it. Counts the responses. */
export class Target {
  readonly experience: Experience = { outcomes: {}, problems: [] };
  private readonly agent = new http.Agent({ keepAlive: true, maxSockets: Infinity });

  constructor(
    readonly host: string,
    readonly port: number,
  ) {}

  /** Sends a request and reads the whole response. */
  async ask({
    method = "GET",
    path,
    headers = {},
    key,
    cookie,
    body,
    from = 0,
    insists = false,
  }: Asking): Promise<Answer> {
    const sent = body === undefined || typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const typed = body !== undefined && sent !== body ? { "Content-Type": "application/json" } : {};
    const credentials = { ...(key && { Authorization: `Bearer ${key}` }), ...(cookie && { Cookie: cookie }) };
    const answer = await new Promise<Answer>((resolve) => {
      const broken = () => resolve({ status: 0, headers: {}, text: "" });
      const request = http.request(
        {
          host: this.host,
          port: this.port,
          localAddress: attackerAddress(from),
          agent: this.agent,
          method,
          path,
          headers: {
            ...typed,
            ...credentials,
            ...(sent !== undefined && { "Content-Length": Buffer.byteLength(sent) }),
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          let kept = 0;
          response.on("data", (chunk: Buffer) => {
            if (kept < KEPT_BYTES) chunks.push(chunk);
            kept += chunk.length;
          });
          response.on("error", broken).on("aborted", broken);
          response.on("end", () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(chunks).toString(),
            }),
          );
        },
      );
      request.on("error", broken);
      request.end(sent);
    });
    this.count(answer.status === 0 ? "broken" : String(answer.status));
    if (!insists && REFUSED.includes(answer.status)) await sleep(PAUSE_MS);
    return answer;
  }

  /** A raw connection. Counts the statuses of the responses that it reads. */
  open({ from = 0, deaf = false }: { from?: number; deaf?: boolean } = {}): net.Socket {
    const socket = net.connect({ host: this.host, port: this.port, localAddress: attackerAddress(from) });
    socket.on("error", ({ code }: NodeJS.ErrnoException) => this.count(code ?? "broken"));
    if (deaf) socket.pause();
    else
      socket.on("data", (chunk: Buffer) =>
        [...chunk.toString("latin1").matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].forEach(([, status = ""]) =>
          this.count(status),
        ),
      );
    return socket;
  }

  /** The beginning of a request, up to the empty line. */
  head(line: string, headers: Record<string, string | number> = {}): string {
    return [
      `${line} HTTP/1.1`,
      `Host: ${this.host}:${this.port}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      "",
      "",
    ].join("\r\n");
  }

  count(outcome: string): void {
    this.experience.outcomes[outcome] = (this.experience.outcomes[outcome] ?? 0) + 1;
  }

  /** Reports a response that is always wrong, once, however often it occurs. */
  reportProblem(problem: string): void {
    if (!this.experience.problems.includes(problem)) this.experience.problems.push(problem);
  }
}
