import net from "node:net";
import { afterEach } from "vitest";
import { BASE_URL, type Received } from "@/tests/support/api";

/** Sockets to destroy after each test. */
export const sockets: net.Socket[] = [];
afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));

const MEGABYTES_10 = 10_000_000;

/** Sends a target exactly as written, with a body that is announced and never sent. Returns the response. */
export function ask(
  target: string,
  { method = "POST", headers = [], bytes = MEGABYTES_10 }: { method?: string; headers?: string[]; bytes?: number } = {},
): Promise<Received> {
  const { hostname, port } = new URL(BASE_URL);
  const socket = net.connect(Number(port), hostname);
  sockets.push(socket);
  const announced = method === "POST" ? ["Content-Type: application/json", `Content-Length: ${bytes}`] : [];
  socket.write(
    [`${method} ${target} HTTP/1.1`, "Host: x", "Connection: close", ...announced, ...headers, "", ""].join("\r\n"),
  );
  return new Promise((resolve, reject) => {
    let said = "";
    socket.on("error", reject).on("data", (chunk) => (said += chunk.toString("latin1")));
    socket.on("close", () => resolve(parse(said)));
  });
}

function parse(answer: string): Received {
  const end = answer.indexOf("\r\n\r\n");
  const [first = "", ...lines] = answer.slice(0, end).split("\r\n");
  const headers = new Headers(
    lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)] as [string, string]),
  );
  const body = answer.slice(end + 4);
  const text =
    headers.get("transfer-encoding") === "chunked" ? body.replace(/(?:^|\r\n)[\da-f]+\r\n/g, "").trimEnd() : body;
  const isJson = headers.get("content-type")?.startsWith("application/json") && text !== "";
  return { status: Number(first.split(" ")[1]), headers, text, json: isJson ? JSON.parse(text) : undefined };
}
