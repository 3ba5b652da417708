import { GROUPS, valuesOf } from "./package";

/** A command that is not one operation of the API. */
export interface BuiltIn {
  value: string;
  description: string;
  usage: string;
  flags: readonly (readonly [name: string, description: string])[];
  /** The possible values of its argument. */
  arguments(): { value: string; description: string }[];
}

const SITE = ["site", "The site, if not that of the last sign-in"] as const;

export const BUILT_IN = [
  {
    value: "login",
    description: "Sign in to a site in your browser, or by an API key",
    usage: "pegboard login [--site URL] [--scope SCOPES] [--key-stdin]",
    flags: [
      SITE,
      ["scope", 'What to ask for, instead of everything: "read:feed write:posts"'],
      ["key-stdin", "Read an API key from stdin, instead of asking in the browser"],
    ],
    arguments: () => [],
  },
  {
    value: "logout",
    description: "Sign out of a site",
    usage: "pegboard logout [--site URL]",
    flags: [SITE],
    arguments: () => [],
  },
  {
    value: "listen",
    description: "Forward your events to a receiver on this machine, as webhooks",
    usage: "pegboard listen --forward URL [--events NAMES] [--from now|start|EVENT_ID|TIME] [--secret WHSEC]",
    flags: [
      SITE,
      ["forward", "Where to send events: http://localhost:4000/hooks"],
      ["events", "Only events of these names, separated by commas. incoming.* is what others do"],
      ["from", "Where to begin, instead of where it ended: now, start, an eventId or a time"],
      ["secret", "Sign with this secret instead of one of its own"],
    ],
    arguments: () => [],
  },
  {
    value: "logs",
    description: "Show the requests of your keys and apps as they come",
    usage: "pegboard logs tail [--status CLASS] [--error CODE] [--operation NAME] [--key ID] [--output json|table]",
    flags: [
      SITE,
      ["status", "Only responses of this class: 2xx, 3xx, 4xx, 5xx, errors"],
      ["error", "Only responses with this error code"],
      ["operation", 'Only this operation: "POST /api/v1/posts"'],
      ["key", "Only requests of this key, by its id"],
      ["output", "A line of JSON each, or a line for people"],
    ],
    arguments: () => [{ value: "tail", description: "Until Ctrl+C ends it" }],
  },
  {
    value: "trigger",
    description: "Make an event that only you get, marked as a test",
    usage: "pegboard trigger EVENT [--data JSON] [--site URL]",
    flags: [SITE, ["data", "Fields of its data to use instead of made-up ones"]],
    arguments: () => valuesOf("events", "trigger", "event").map((value) => ({ value, description: "" })),
  },
  {
    value: "mcp",
    description: "Give a model your account, as tools of the Model Context Protocol",
    usage: "pegboard mcp [--site URL] [--toolsets NAMES] [--write]",
    flags: [
      SITE,
      ["toolsets", "Further tools, separated by commas: webhooks,people"],
      ["write", "Allow tools that write, where the key does"],
    ],
    arguments: () => [],
  },
  {
    value: "completion",
    description: "Print a completion script for your shell",
    usage: "pegboard completion bash|zsh|fish",
    flags: [],
    arguments: () => ["bash", "zsh", "fish"].map((value) => ({ value, description: "" })),
  },
  {
    value: "help",
    description: "Explain the commands",
    usage: "pegboard help [GROUP [COMMAND]]",
    flags: [],
    arguments: () => GROUPS.map(({ name, title }) => ({ value: name, description: title })),
  },
] as const satisfies readonly BuiltIn[];
