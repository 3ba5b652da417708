/**
 * Words that no name contains, and what docs/glossary.md has in their place. Statements of SQL are text: the table
 * `DeliveryLane` and its column `engine` keep their names, because migrations only expand.
 */
export const RETIRED_WORDS = new Map([
  ["awake", "hydrated"],
  ["deed", "user action"],
  ["door", "channel"],
  ["fate", "outcome"],
  ["lane", "endpoint queue"],
  ["lanes", "endpoint queues"],
  ["patience", "timeout"],
  ["shelf", "equality prefix"],
  ["shelves", "equality prefixes"],
  ["sweep", "poll"],
  ["twin", "session route"],
  ["twins", "session routes"],
  ["unsay", "retract"],
  ["untell", "retract"],
  ["waking", "hydration"],
  ["walk", "request"],
]);

/** Whole names that are retired, though their words are not. */
export const RETIRED_NAMES = new Map([
  ["Arrivals", "CompletionBuffer"],
  ["Facts", "EventContext"],
  ["Finder", "OperationSearch"],
  ["givenUp", "exhausted"],
  ["handedOver", "dispatched"],
  ["handOver", "dispatch"],
  ["inTime", "withTimeout"],
  ["keepHouse", "runRetention"],
  ["Opening", "Hero"],
  ["openRecord", "lockAccount"],
  ["openSecret", "decrypt"],
  ["Places", "Semaphore"],
  ["Refusal", "DomainError"],
  ["sealSecret", "encrypt"],
  ["steeringByte", "randomByte"],
  ["takePlace", "allocateSequence"],
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
  { name: /^DoorOpen$/, files: /^components\//, because: "an icon of lucide-react, of a real door" },
];

const SECTION = String.raw`\d{1,2}(\.\d{1,2})?`;
/** A section number alone, which tells nothing to whoever does not have that edition before them. */
export const SECTION_NUMBER = new RegExp(
  String.raw`\(${SECTION}([,;] ?${SECTION})*\)|§|\b[Ss]ections? \d|^/\*\*?\s*\d{1,2}\.\d{1,2}([\s:,.]|$)|^//\s*\d{1,2}\.\d{1,2}[\s:,]`,
);
