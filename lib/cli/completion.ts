import type { Command } from "@/lib/openapi/commands";
import { BUILT_IN } from "./built-in";
import { CommandError, EXIT } from "./exit-codes";
import { optionsOf } from "./operation-call";
import { GROUPS } from "./package";

/** A word that may come next. */
interface Candidate {
  value: string;
  description: string;
}

/** The completions for the last of the words after `pegboard`. */
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

/** A completion script for a shell. It calls `pegboard complete` each time, so it is never out of date. */
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
