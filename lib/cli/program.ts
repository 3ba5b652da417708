import { parseArgs } from "node:util";
import { text } from "node:stream/consumers";
import { listen } from "@/lib/cli/listen/listen";
import { PegboardConnectionError, PegboardError } from "@/lib/openapi/client/runtime";
import type { Command } from "@/lib/openapi/commands";
import { candidatesFor, completionScript, helpOn } from "./help";
import { CommandError, EXIT, type ExitCode, exitCodeOf } from "./exit-codes";
import { tailLogs } from "./logs";
import { bridgeMcp } from "./mcp-bridge";
import { callOf, type FlagOptions, type FlagValues, optionsOf } from "./operation-call";
import { emphasized, type Format, print, printLine, say, sayError } from "./output";
import { GROUPS, PACKAGE } from "./package";
import {
  type Connection,
  connectionTo,
  profileFile,
  profileOf,
  removeProfile,
  saveProfile,
  siteOf,
  transportTo,
} from "./profiles";
import { authorize, revoke, type Tokens } from "./authorization";

const TEXT = { type: "string" } as const;
const COMMON = { site: TEXT, help: { type: "boolean", short: "h" } } as const;

export async function run(words: readonly string[]): Promise<ExitCode> {
  try {
    return await dispatch(words);
  } catch (error) {
    if (!(error instanceof CommandError || error instanceof PegboardError || error instanceof PegboardConnectionError))
      throw error;
    sayError(error);
    if (error instanceof PegboardConnectionError && ignoresProxy())
      say("HTTPS_PROXY is set, but Node.js uses it only with NODE_USE_ENV_PROXY=1 (Node.js 22.21, 24 or newer).");
    return exitCodeOf(error);
  }
}

function ignoresProxy({ HTTPS_PROXY, HTTP_PROXY, https_proxy, http_proxy, NODE_USE_ENV_PROXY } = process.env): boolean {
  return Boolean(HTTPS_PROXY ?? HTTP_PROXY ?? https_proxy ?? http_proxy) && NODE_USE_ENV_PROXY !== "1";
}

async function dispatch([first = "", ...rest]: readonly string[]): Promise<ExitCode> {
  if (first === "--version") process.stdout.write(`${PACKAGE.version}\n`);
  else if (["", "help", "--help", "-h"].includes(first)) process.stdout.write(helpOn(rest));
  else if (first === "complete") complete(rest);
  else if (isBuiltIn(first)) return runBuiltIn(first, rest);
  else return runOperation(first, rest);
  return EXIT.ok;
}

function complete(words: readonly string[]): void {
  const typed = words[0] === "--" ? words.slice(1) : words;
  for (const { value, description } of candidatesFor(typed))
    process.stdout.write(`${value}\t${description.replace(/\s+/g, " ")}\n`);
}

const RUN_BUILT_IN = {
  async login(words: readonly string[]) {
    const { values } = parse(words, { "key-stdin": { type: "boolean" }, scope: TEXT }, 0);
    const site = siteOf(values.site as string | undefined);
    await (values["key-stdin"] ? loginByKey(site) : login(site, values.scope as string | undefined));
  },
  async logout(words: readonly string[]) {
    const { values } = parse(words, {}, 0);
    await logout(values.site as string | undefined);
  },
  async completion(words: readonly string[]) {
    process.stdout.write(completionScript(parse(words, {}, 1).positionals[0] ?? ""));
  },
  async trigger([event, ...words]: readonly string[]) {
    if (event === undefined) throw new CommandError("Name an event: pegboard trigger post.created", EXIT.usage);
    await runOperation("events", ["trigger", "--event", event, ...words]);
  },
  async listen(words: readonly string[]) {
    const { values } = parse(words, { forward: TEXT, events: TEXT, from: TEXT, secret: TEXT }, 0);
    const { forward, events, from, secret, site } = values as Record<string, string | undefined>;
    await listen(connectionTo(site), { forward, events: events?.split(","), from, secret });
  },
  async logs([action, ...words]: readonly string[]) {
    if (action !== "tail") throw new CommandError("Say what to do with them: pegboard logs tail", EXIT.usage);
    const { values } = parse(words, { key: TEXT, status: TEXT, error: TEXT, operation: TEXT, output: TEXT }, 0);
    const { site, output, ...filter } = values as Record<string, string>;
    await tailLogs(transportTo(connectionTo(site)), filter, formatOf(output));
  },
  async mcp(words: readonly string[]) {
    const { values } = parse(words, { toolsets: TEXT, write: { type: "boolean" } }, 0);
    const { site, toolsets } = values as Record<string, string | undefined>;
    await bridgeMcp(connectionTo(site), { toolsets, write: values.write === true });
  },
};

function isBuiltIn(word: string): word is keyof typeof RUN_BUILT_IN {
  return Object.hasOwn(RUN_BUILT_IN, word);
}

async function runBuiltIn(name: keyof typeof RUN_BUILT_IN, words: readonly string[]): Promise<ExitCode> {
  if (asksForHelp(words)) process.stdout.write(helpOn([name]));
  else await RUN_BUILT_IN[name](words);
  return EXIT.ok;
}

async function runOperation(groupName: string, [commandName, ...words]: readonly string[]): Promise<ExitCode> {
  const group = GROUPS.find(({ name }) => name === groupName);
  if (!group) throw new CommandError(`There is no command ${groupName}. pegboard help lists them.`, EXIT.usage);
  const command = group.commands.find(({ name }) => name === commandName);
  if (!command) {
    if (commandName === undefined || asksForHelp([commandName])) {
      process.stdout.write(helpOn([groupName]));
      return EXIT.ok;
    }
    throw new CommandError(
      `${groupName} has no command ${commandName}, but ${group.commands.map(({ name }) => name).join(", ")}.`,
      EXIT.usage,
    );
  }
  if (asksForHelp(words)) process.stdout.write(helpOn([groupName, command.name]));
  else await callOperation(command, words);
  return EXIT.ok;
}

async function callOperation(command: Command, words: readonly string[]): Promise<void> {
  const { values, positionals } = parse(words, { ...optionsOf(command), output: TEXT });
  const format = formatOf(values.output);
  const call = await callOf(command, positionals, values);
  const transport = transportTo(connectionTo(values.site as string | undefined));
  if (values["all-pages"]) {
    for await (const item of transport.list(call.path, call.query)) printLine(item);
    return;
  }
  const result = await transport.send<{ nextCursor?: string | null } | undefined>(call);
  print(result, format);
  if (result === undefined && process.stderr.isTTY) say("Done.");
  if (result?.nextCursor && format === "table") say(`There is more: --cursor ${result.nextCursor}, or --all-pages`);
}

function formatOf(given: unknown): Format {
  if (given === undefined) return process.stdout.isTTY ? "table" : "json";
  if (given !== "json" && given !== "table") throw new CommandError("--output takes json or table.", EXIT.usage);
  return given;
}

const asksForHelp = (words: readonly string[]) => words.some((word) => word === "--help" || word === "-h");

/** @throws CommandError for an unknown flag, or for more or fewer words than `count` */
function parse(words: readonly string[], options: FlagOptions, count?: number) {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: { ...options, ...COMMON },
      allowPositionals: true,
      allowNegative: true,
    });
    if (count !== undefined && positionals.length !== count)
      throw new CommandError(`It takes ${count === 1 ? "one argument" : "no arguments"}.`, EXIT.usage);
    return { values: values as FlagValues, positionals };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const isUnknown = (error as NodeJS.ErrnoException).code === "ERR_PARSE_ARGS_UNKNOWN_OPTION";
    throw new CommandError(isUnknown ? unknownFlag(error.message, options) : error.message, EXIT.usage);
  }
}

/** Node's own message advises how to pass a word that begins with a dash, which no command of ours takes. */
function unknownFlag(message: string, options: FlagOptions): string {
  const flags = Object.keys({ ...options, ...COMMON }).map((name) => `--${name}`);
  return `${/'[^']*'/.exec(message)?.[0] ?? "This"} is not one of its flags: ${flags.join(", ")}.`;
}

export async function login(site: string, scope: string | undefined): Promise<void> {
  const tokens = await authorize(site, scope, ({ address, code }) => {
    say("Open this address in your browser, and check that it shows the code ", emphasized(code, "bold"), ":\n");
    say(`  ${address}\n`);
    say("Waiting for you. Ctrl+C ends it.");
  });
  await keep(site, tokens.access, { tokens });
}

async function loginByKey(site: string): Promise<void> {
  const key = (await text(process.stdin)).trim();
  if (!key) throw new CommandError("There was no key on stdin.", EXIT.usage);
  await keep(site, key, { key });
}

async function keep(
  site: string,
  key: Connection["key"],
  credential: { key: string } | { tokens: Tokens },
): Promise<void> {
  const { handle } = await transportTo({ site, key }).send<{ handle: string }>({ method: "GET", path: "/api/v1/me" });
  saveProfile(site, { handle, ...credential });
  say(`Signed in to ${site} as @${handle}. It is kept in ${profileFile(site)}, which only you can read.`);
}

/** Signs out of a site, and revokes the grant that the user approved in their browser. A key stays valid. */
export async function logout(given: string | undefined): Promise<void> {
  const site = siteOf(given);
  const profile = profileOf(site);
  if (!profile) return say(`You were not signed in to ${site}.`);
  // Revoked before it is deleted: without the token, it can only be revoked in the site's settings.
  if ("tokens" in profile) await revoke(site, profile.tokens);
  removeProfile(site);
  say("key" in profile ? `Signed out of ${site}. The key itself is still valid.` : `Signed out of ${site}.`);
}
