import type { Command, Flag } from "@/lib/openapi/commands";
import { BUILT_IN, type BuiltIn } from "./built-in";
import { EXIT } from "./exit-codes";
import { placeholderOf, usageOf } from "./operation-call";
import { GROUPS, PACKAGE } from "./package";

/** Explains the group or command that the words name, or everything. */
export function helpOn([first, second]: readonly string[]): string {
  const builtIn = BUILT_IN.find(({ value }) => value === first);
  if (builtIn) return helpOnBuiltIn(builtIn);
  const group = GROUPS.find(({ name }) => name === first);
  const command = group?.commands.find(({ name }) => name === second);
  if (command) return helpOnCommand(command);
  if (group) {
    const rows = group.commands.map(({ name, summary }) => [name, summary] as const);
    return `${group.title}: pegboard ${group.name} COMMAND\n\n${columns(rows)}\n`;
  }
  return overview();
}

function overview(): string {
  return [
    `pegboard ${PACKAGE.version}: ${PACKAGE.homepage} on the command line`,
    "",
    columns(BUILT_IN.map(({ value, description }) => [value, description])),
    "",
    "Operations of the API, as pegboard GROUP COMMAND:",
    columns(GROUPS.map(({ name, title }) => [name, title])),
    "",
    "pegboard help GROUP explains its commands. JSON goes to stdout where that is no terminal.",
    `Exit codes: ${EXIT.ok} done, ${EXIT.refused} refused, ${EXIT.usage} wrong usage, ${EXIT.notAllowed} not signed in or not allowed,`,
    `  ${EXIT.failed} server or network failed, ${EXIT.rateLimited} rate limited, ${EXIT.interrupted} interrupted`,
    "",
  ].join("\n");
}

function helpOnBuiltIn({ description, usage, flags }: BuiltIn): string {
  const rows = flags.map(([name, about]) => [`--${name}`, about] as const);
  return [`${description}.`, "", `Usage: ${usage}`, ...(rows.length > 0 ? ["", columns(rows)] : []), ""].join("\n");
}

function helpOnCommand(command: Command): string {
  const { summary, description, flags, body, idempotent, paginated } = command;
  const rows: [string, string][] = [
    ...command.arguments.map(({ name, description: about }): [string, string] => [name.toUpperCase(), about]),
    ...flags.map((flag): [string, string] => [`--${flag.name} ${placeholderOf(flag.kind)}`, aboutFlag(flag)]),
    ...(body === "json" ? [["--json JSON", "The whole body, from stdin if it is -"] as [string, string]] : []),
    ...(paginated ? [["--all-pages", "Every item, as a line of JSON each"] as [string, string]] : []),
    ...(idempotent ? [["--idempotency-key TEXT", "The same key twice takes effect once"] as [string, string]] : []),
    ["--output json|table", "A table in a terminal, JSON elsewhere, unless you choose"],
    ["--site URL", "The site, if not that of the last sign-in"],
  ];
  return [`${summary}. ${description}`, "", `Usage: ${usageOf(command)}`, "", columns(rows), ""].join("\n");
}

function aboutFlag({ description, values, kind, nullable }: Flag): string {
  return [
    description,
    values.length > 0 && `One of ${values.join(", ")}.`,
    kind === "strings" && "Can be repeated.",
    nullable && "null for none.",
  ]
    .filter(Boolean)
    .join(" ");
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`.trimEnd()).join("\n");
}
