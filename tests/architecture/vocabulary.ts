/**
 * Words that no name contains, and what docs/glossary.md has in their place. Statements of SQL are text: the table
 * `DeliveryLane` and its column `engine` keep their names, because migrations only add.
 */
export const RETIRED_WORDS = new Map([
  ["assailant", "attacker"],
  ["awake", "hydrated"],
  ["beat", "heartbeat, or recordOnline"],
  ["besieged", "the server under attack"],
  ["deed", "user action"],
  ["door", "channel"],
  ["engine", "what it is: a stream, a poller, a worker"],
  ["fate", "outcome"],
  ["lane", "endpoint queue"],
  ["lanes", "endpoint queues"],
  ["mortal", "killable"],
  ["patience", "timeout"],
  ["shelf", "equality prefix"],
  ["shelves", "equality prefixes"],
  ["sweep", "poll"],
  ["twin", "session route"],
  ["twins", "session routes"],
  ["unruly", "flaky"],
  ["unsay", "retract"],
  ["untell", "retract"],
  ["waking", "hydration"],
  ["walk", "request"],
  ["whisper", "ephemeral message"],
]);

/** Whole names that are retired, though their words are not. */
export const RETIRED_NAMES = new Map([
  ["Arrivals", "CompletionBuffer"],
  ["Facts", "EventContext"],
  ["Finder", "OperationSearch"],
  ["givenUp", "exhausted"],
  ["inTime", "withTimeout"],
  ["keepHouse", "runRetention"],
  ["Opening", "Hero"],
  ["openRecord", "lockAccount"],
  ["openSecret", "decrypt"],
  ["PATIENT", "DEFAULTS"],
  ["Places", "Semaphore"],
  ["pressFile", "precompressFile"],
  ["PulseOver", "SignedOutError"],
  ["PulseWorld", "PollerEnvironment"],
  ["Refusal", "DomainError"],
  ["Said", "what it shows: UserMessageItem, SurroundingItem"],
  ["sealSecret", "encrypt"],
  ["steeringByte", "randomByte"],
  ["takePlace", "allocateSequence"],
  ["tellAll", "notifyAll"],
  ["tellAnswer", "notifyOfAnswer"],
  ["tellOwner", "notifyOwner"],
  ["Told", "what it holds: DecisionNews"],
  ["toldUntil", "announcedSeq"],
  ["Trail", "Breadcrumbs"],
  ["Turns", "a coalescing run loop"],
]);

/** Retired as names of files and folders. */
export const RETIRED_FILES = [
  ...RETIRED_WORDS.keys(),
  "arrivals",
  "desk",
  "housekeeping",
  "places",
  "turns",
  "twins",
  "wish",
];

interface Exception {
  name: RegExp;
  files: RegExp;
  because: string;
}

/** Where a retired word means itself, or is not ours to change. */
export const EXCEPTIONS: readonly Exception[] = [
  { name: /^(SHORTEST_)?WALK$/i, files: /\/profile\/pet-life\./, because: "a pet walks on its legs" },
  { name: /engine/i, files: /^scripts\/|\/migrate\.test\./, because: "Prisma's schema engine is called so" },
  { name: /^DeliveryLane$/, files: /\/retention\/tables\./, because: "the table keeps its name" },
  { name: /engine$/i, files: /^tests\/lib\/queue\//, because: "@inngest/test runs functions in an InngestTestEngine" },
];

const SECTION = String.raw`\d{1,2}(\.\d{1,2})?`;
/** A section number alone, which tells nothing to whoever does not have that edition before them. */
export const SECTION_NUMBER = new RegExp(
  String.raw`\(${SECTION}([,;] ?${SECTION})*\)|§|\b[Ss]ections? \d|^/\*\*?\s*\d{1,2}\.\d{1,2}([\s:,.]|$)|^//\s*\d{1,2}\.\d{1,2}[\s:,]`,
);
