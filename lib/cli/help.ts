import type { Command, Flag } from "@/lib/openapi/commands";
import { BUILT_IN, type BuiltIn } from "./built-in";
import { CommandError, EXIT } from "./exit-codes";
import { optionsOf, placeholderOf, usageOf } from "./operation-call";
import { GROUPS, PACKAGE } from "./package";

/** A word that may come next. */
interface Candidate {
  value: string;
  description: string;
}

/** Returns the completions for the last of the words after `pegboard`. */
export function candidatesFor(words: readonly string[]): Candidate[] {
  const [first = "", ...rest] = words;
  const last = words.at(-1) ?? "";
  return everythingAfter(words.slice(0, -1), first, rest).filter(({ value }) => value.startsWith(last));
}

function everythingAfter(before: readonly string[], first: string, rest: readonly string[]): Candidate[] {
  if (before.length === 0) return [...BUILT_IN, ...groups()];
  const builtIn = BUILT_IN.find(({ value }) => value === first);
  if (builtIn) return [...(before.length === 1 ? builtIn.arguments() : []), ...flags(builtIn.flags)];
  const commands = GROUPS.find(({ name }) => name === first)?.commands ?? [];
  if (before.length === 1) return commands.map(({ name, summary }) => ({ value: name, description: summary }));
  const command = commands.find(({ name }) => name === rest[0]);
  return command ? afterCommand(command, before.at(-1) ?? "") : [];
}

/** The values of the preceding flag, if they are known; otherwise the flags. */
function afterCommand(command: Command, before: string): Candidate[] {
  const flag = command.flags.find(({ name }) => before === `--${name}`);
  if (flag && flag.kind !== "boolean") return flag.values.map((value) => ({ value, description: flag.description }));
  const described = new Map(command.flags.map(({ name, description }) => [name, description]));
  return flags(Object.keys(optionsOf(command)).map((name) => [name, described.get(name) ?? ""]));
}

function groups(): Candidate[] {
  return GROUPS.map(({ name, title }) => ({ value: name, description: title }));
}

function flags(named: readonly (readonly [string, string])[]): Candidate[] {
  return named.map(([name, description]) => ({ value: `--${name}`, description }));
}

/** Returns a completion script for a shell. It calls `pegboard complete` each time, so it is never out of date. */
export function completionScript(shell: string): string {
  const script = SCRIPTS.get(shell);
  if (!script) throw new CommandError(`There is completion for ${[...SCRIPTS.keys()].join(", ")}.`, EXIT.usage);
  return script;
}

const SCRIPTS = new Map([
  [
    "bash",
    `_pegboard() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <(pegboard complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _pegboard pegboard
`,
  ],
  [
    "zsh",
    `#compdef pegboard
_pegboard() {
  local -a candidates
  local value description
  while IFS=$'\\t' read -r value description; do
    candidates+=("\${value//:/\\\\:}:\${description}")
  done < <(pegboard complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#candidates} )); then
    _describe pegboard candidates
  else
    _files
  fi
}
compdef _pegboard pegboard
`,
  ],
  [
    "fish",
    `function __pegboard_complete
    set -l words (commandline -opc)
    set -e words[1]
    pegboard complete -- $words (commandline -ct) 2>/dev/null
end
complete -c pegboard -n 'count (__pegboard_complete) >/dev/null' -f -a '(__pegboard_complete)'
`,
  ],
]);

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
    `Exit codes: ${EXIT.ok} done, ${EXIT.rejected} rejected, ${EXIT.usage} wrong usage, ${EXIT.notAllowed} not signed in or not allowed,`,
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
