/** A part of the project, by path prefix. The first one that matches a file is its layer. */
export interface Layer {
  path: string;
  mayImport: readonly string[];
  /** What it may import only types from, which do not exist at run time. */
  mayImportTypes?: readonly string[];
  /** What to do instead of an import that is not allowed. */
  instead: string;
}

export const LAYERS: readonly Layer[] = [
  {
    path: "app/api/",
    mayImport: ["lib/api/", "lib/http/", "lib/auth/", "lib/queue/", "lib/monitoring/", "lib/infra/"],
    instead:
      "Operations are served by the table of lib/api; a route file of its own mounts one function of another layer.",
  },
  {
    path: "app/cards/",
    mayImport: [
      "app/cards/",
      "lib/domain/",
      "lib/infra/process/pool",
      "lib/infra/process/process-wide",
      "lib/infra/process/job-errors",
    ],
    instead: "A card is given what it shows by its page, and is drawn in a child process.",
  },
  {
    path: "app/mcp/",
    mayImport: ["lib/mcp/", "lib/http/"],
    instead: "The route file mounts what lib/mcp serves, in one line.",
  },
  {
    path: "app/",
    mayImport: [
      "app/",
      "components/",
      "lib/domain/",
      "lib/auth/",
      "lib/openapi/",
      "lib/generated/",
      "lib/client/",
      "lib/monitoring/overview",
      "lib/monitoring/status",
      "lib/infra/environment/env",
    ],
    instead:
      "A page asks lib/domain (queries, with a context from lib/auth) and composes components; it opens no connection and answers no request itself.",
  },
  {
    path: "components/",
    mayImport: ["components/", "lib/client/", "lib/openapi/", "lib/domain/"],
    instead: "A component gets its data from its page, or calls the server through lib/client.",
  },
  {
    path: "lib/api/",
    mayImport: ["lib/api/", "lib/http/", "lib/domain/", "lib/generated/", "lib/live/"],
    instead:
      "A declaration ties schemas and a function of lib/domain to a path; transport is lib/http's, connections are lib/infra's.",
  },
  {
    path: "lib/http/",
    mayImport: [
      "lib/http/",
      "lib/auth/",
      "lib/infra/",
      "lib/domain/kernel/",
      "lib/domain/accounts/",
      "lib/domain/deployment/retention/rules",
    ],
    instead: "Transport names no resource: let the operation's declaration in lib/api carry what differs between them.",
  },
  {
    path: "lib/auth/",
    mayImport: [
      "lib/auth/",
      "lib/domain/",
      "lib/infra/network/client-ip",
      "lib/infra/limiter/rate-limit",
      "lib/infra/",
    ],
    instead: "Sign-in knows people and sessions (lib/domain/accounts/users), and limits; routes and pages come to it.",
  },
  {
    path: "lib/server/start",
    mayImport: [
      "lib/infra/",
      "lib/live/",
      "lib/monitoring/",
      "lib/queue/",
      "lib/domain/deployment/encryption/",
      "lib/domain/deployment/site/",
    ],
    instead: "What a process starts with begins in the layer that it belongs to, and is only called here.",
  },
  {
    path: "lib/server/worker",
    mayImport: ["lib/server/", "lib/api/routes", "lib/mcp/serve-mcp", "lib/http/", "lib/infra/"],
    instead: "A worker mounts the routes; what they answer is theirs.",
  },
  {
    path: "lib/server/",
    mayImport: [
      "lib/server/",
      "lib/monitoring/",
      "lib/http/",
      "lib/infra/",
      "lib/auth/cookie",
      "lib/domain/kernel/credentials",
      "lib/domain/kernel/errors",
      "lib/domain/kernel/id",
      "lib/domain/writing/media/rules",
    ],
    instead:
      "The one-machine server gives requests to those who answer them; what they answer is lib/http's or a page's.",
  },
  {
    path: "lib/queue/",
    mayImport: ["lib/queue/", "lib/domain/", "lib/infra/"],
    instead: "A job runs functions of lib/domain; what both a job and a route need belongs there.",
  },
  {
    path: "lib/monitoring/",
    mayImport: ["lib/monitoring/", "lib/http/", "lib/queue/", "lib/live/", "lib/domain/", "lib/infra/"],
    instead: "Monitoring asks every part how it is; no part knows of it.",
  },
  {
    path: "lib/live/",
    mayImport: ["lib/live/", "lib/domain/", "lib/infra/"],
    instead: "The hub sends what functions of lib/domain publish; how a stream is answered is lib/http's.",
  },
  {
    path: "lib/domain/kernel/",
    mayImport: ["lib/domain/kernel/", "lib/infra/"],
    instead: "Every module stands on the kernel: what knows a module belongs to that module.",
  },
  {
    path: "lib/domain/",
    mayImport: ["lib/domain/", "lib/infra/"],
    instead: "The domain knows neither HTTP nor pages: take what you need as an argument or from the context.",
  },
  {
    path: "lib/client/",
    mayImport: ["lib/client/", "lib/domain/"],
    mayImportTypes: ["lib/api/"],
    instead: "The browser's side reaches the server by fetch alone, typed by the operations of lib/api.",
  },
  {
    path: "lib/openapi/",
    mayImport: [
      ...["lib/openapi/", "lib/api/", "lib/http/", "lib/domain/", "lib/generated/"],
      ...["lib/infra/environment/env", "lib/infra/memoize-for"],
    ],
    instead: "It derives documents from the operations and serves them; what an operation does is its declaration's.",
  },
  {
    path: "lib/mcp/",
    mayImport: [
      "lib/mcp/",
      "lib/openapi/tools",
      "lib/openapi/toolsets",
      "lib/generated/tools",
      "lib/http/",
      "lib/domain/accounts/apps/rules",
      "lib/domain/kernel/errors",
      "lib/domain/accounts/users/site-name",
      "lib/infra/",
    ],
    instead:
      "A tool runs its operation through the pipeline of lib/http; what the operation does is its declaration's.",
  },
  {
    path: "lib/cli/",
    mayImport: [
      "lib/cli/",
      "lib/openapi/client/runtime",
      "lib/domain/consequences/event-log/rules",
      "lib/domain/consequences/webhooks/envelope",
      "lib/domain/consequences/webhooks/signing",
      "lib/domain/consequences/webhooks/rules",
    ],
    mayImportTypes: ["lib/openapi/commands", "lib/domain/consequences/events/schema"],
    instead: "The command line runs on machines of others: it knows the server by its API alone, through the client.",
  },
  {
    path: "lib/infra/",
    mayImport: ["lib/infra/", "lib/domain/kernel/text/parse-url"],
    instead: "Infrastructure knows packages alone: whoever uses it passes in what it must know.",
  },
];

/** Layers whose code is sent to the browser, and what their imports must not lead to. */
export const BROWSER_LAYERS = ["components/", "lib/client/"];
export const SERVER_ONLY = /^(node:|pg$|ioredis$|sharp$|@node-rs\/|@prisma\/|lib\/(infra|http|auth|queue|live|api)\/)/;

/** Layers that must not import the framework, and the files in them that connect it. */
export const FRAMEWORK = /^(next|react)($|\/)/;
export const FRAMEWORK_FREE = [
  "lib/domain/",
  "lib/http/",
  "lib/infra/",
  "lib/queue/",
  "lib/live/",
  "lib/api/",
  "lib/openapi/",
  "lib/server/",
  "lib/monitoring/",
  "lib/cli/",
  "lib/mcp/",
];
export const FRAMEWORK_ADAPTERS = ["lib/http/next.ts", "lib/http/serve-sign-in.ts", "lib/server/page-server.ts"];
