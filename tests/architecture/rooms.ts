/** A part of the project, by the beginning of its paths, and what it may import. The first that fits a file is its room. */
export interface Room {
  path: string;
  mayImport: readonly string[];
  /** What to do instead, for who tried another way. */
  instead: string;
}

export const ROOMS: readonly Room[] = [
  {
    path: "app/api/",
    mayImport: ["lib/api/", "lib/http/", "lib/auth/", "lib/jobs/", "lib/infra/"],
    instead:
      "A route file imports a declaration of lib/api and one serve() of lib/http; what it does is a function of lib/domain that the declaration names.",
  },
  {
    path: "app/cards/",
    mayImport: ["app/cards/", "lib/domain/", "lib/infra/process-pool", "lib/infra/job-errors"],
    instead: "A card is given what it shows by its page, and is drawn in a child process.",
  },
  {
    path: "app/",
    mayImport: [
      "app/",
      "components/",
      "lib/domain/",
      "lib/auth/",
      "lib/api/v1",
      "lib/description/",
      "lib/client/",
      "lib/infra/env",
    ],
    instead:
      "A page asks lib/domain (queries, with a context from lib/auth) and composes components; it opens no connection and answers no request itself.",
  },
  {
    path: "components/",
    mayImport: ["components/", "lib/client/", "lib/description/", "lib/domain/"],
    instead: "A component gets its data from its page, or calls the server through lib/client.",
  },
  {
    path: "lib/api/",
    mayImport: ["lib/api/", "lib/http/", "lib/domain/"],
    instead:
      "A declaration ties schemas and a function of lib/domain to a path; transport is lib/http's, connections are lib/infra's.",
  },
  {
    path: "lib/http/",
    mayImport: [
      "lib/http/",
      "lib/auth/",
      "lib/infra/",
      "lib/domain/context",
      "lib/domain/errors",
      "lib/domain/page",
      "lib/domain/retention/rules",
      "lib/domain/retryable",
      "lib/domain/keys/",
    ],
    instead: "Transport names no resource: let the endpoint's declaration in lib/api carry what differs between them.",
  },
  {
    path: "lib/auth/",
    mayImport: [
      "lib/auth/",
      "lib/domain/",
      "lib/http/client-ip",
      "lib/http/rate-limit",
      "lib/http/origin",
      "lib/infra/",
    ],
    instead: "Sign-in knows people and sessions (lib/domain/users), and limits; routes and pages come to it.",
  },
  {
    path: "lib/server/",
    mayImport: ["lib/server/", "lib/http/", "lib/infra/", "lib/auth/cookie", "lib/domain/id", "lib/domain/keys/rules"],
    instead:
      "The one-machine server gives requests to those who answer them; what they answer is lib/http's or a page's.",
  },
  {
    path: "lib/jobs/",
    mayImport: ["lib/jobs/", "lib/domain/", "lib/infra/"],
    instead: "A job runs functions of lib/domain; what both a job and a route need belongs there.",
  },
  {
    path: "lib/domain/",
    mayImport: ["lib/domain/", "lib/infra/"],
    instead: "The domain knows neither HTTP nor pages: take what you need as an argument or from the context.",
  },
  {
    path: "lib/client/",
    mayImport: ["lib/client/", "lib/domain/"],
    instead: "The browser's side reaches the server by fetch alone.",
  },
  {
    path: "lib/description/",
    mayImport: ["lib/description/"],
    instead: "It only gives words to what the API's document says.",
  },
  {
    path: "lib/infra/",
    mayImport: ["lib/infra/"],
    instead: "Infrastructure knows packages alone: whoever uses it passes in what it must know.",
  },
];

/** Rooms whose code goes to the browser: nothing that they import may lead to these. */
export const BROWSER_ROOMS = ["components/", "lib/client/"];
export const SERVER_ONLY = /^(node:|pg$|ioredis$|sharp$|@node-rs\/|@prisma\/|lib\/(infra|http|auth|jobs|api)\/)/;

/** Rooms that the framework must stay out of. */
export const FRAMEWORK = /^(next|react)($|\/)/;
export const FRAMEWORK_FREE = ["lib/domain/", "lib/infra/", "lib/jobs/", "lib/api/", "lib/description/"];
