import { promises as dns } from "node:dns";
import { readFile } from "node:fs/promises";
import ipaddr from "ipaddr.js";
import { log, onceAMinute } from "@/lib/infra/log/log";

/** Limit for one name, across all servers and tries. */
export const RESOLVE_TIMEOUT_MS = 5000;
/** Limits for one query to one name server. */
const QUERY = { timeout: 1500, tries: 2 };
/** Names looked up at the same time. Concurrent lookups of the same name share one. */
const MAX_IN_FLIGHT = 256;
const HOSTS_FILE = process.platform === "win32" ? "C:\\Windows\\System32\\drivers\\etc\\hosts" : "/etc/hosts";
const HOSTS_FRESH_MS = 10_000;
const LOOPBACK = ["127.0.0.1", "::1"];

const inFlight = new Map<string, Promise<string[]>>();

/**
 * Resolves a name to all its addresses, from the hosts file or the name servers. Avoids the system's resolver, which
 * blocks one of Node's few threads for as long as a slow name server takes; password hashing and files need them too.
 * @throws an error with a `code` such as ENOTFOUND or ETIMEOUT
 */
export async function resolveName(hostname: string): Promise<string[]> {
  const name = hostname.toLowerCase().replace(/\.$/, "");
  if (name === "localhost" || name.endsWith(".localhost")) return LOOPBACK;
  const known = (await hosts()).get(name);
  if (known) return known;
  const running = inFlight.get(name);
  if (running) return running;
  if (inFlight.size >= MAX_IN_FLIGHT)
    throw failure("EBUSY", `Too many names are looked up just now for ${name} to be one of them.`);
  const resolving = queryNameServers(name).finally(() => inFlight.delete(name));
  inFlight.set(name, resolving);
  return resolving;
}

async function queryNameServers(name: string): Promise<string[]> {
  // A resolver of its own, which can be cancelled without affecting others.
  const resolver = new dns.Resolver(QUERY);
  const timer = setTimeout(() => resolver.cancel(), RESOLVE_TIMEOUT_MS);
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  clearTimeout(timer);
  const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  if (addresses.length > 0) return addresses;
  const codes = answers.map((answer) =>
    answer.status === "rejected" ? (answer.reason as NodeJS.ErrnoException).code : undefined,
  );
  if (codes.every((code) => code === dns.NOTFOUND || code === dns.NODATA))
    throw failure("ENOTFOUND", `${name} does not resolve.`);
  throw failure("EAI_AGAIN", `${name} does not resolve just now.`);
}

let readAt = -Infinity;
let names: Promise<Map<string, string[]>> | undefined;

/** While the file is being reread, callers get the previous content and do not wait. */
async function hosts(): Promise<Map<string, string[]>> {
  const known = names;
  if (performance.now() - readAt > HOSTS_FRESH_MS) {
    readAt = performance.now();
    const reading = readFile(HOSTS_FILE, "utf8").then(parseHosts, noHosts);
    names = reading;
  }
  return known ?? names ?? new Map();
}

export function parseHosts(text: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const line of text.split("\n")) {
    const [address = "", ...named] = line.replace(/#.*/, "").trim().split(/\s+/);
    if (!ipaddr.isValid(address)) continue;
    for (const name of named) found.set(name.toLowerCase(), [...(found.get(name.toLowerCase()) ?? []), address]);
  }
  return found;
}

const reportHosts = onceAMinute((error) => log.warn("hosts file unreadable", { error }));

function noHosts(error: unknown): Map<string, string[]> {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") reportHosts(error);
  return new Map();
}

function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
