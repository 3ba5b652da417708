type Given = Record<string, string | undefined>;
type Problem = [variable: string, problem: string];

/** Returns the problems of combinations of variables, each of which may be valid by itself. */
export function combinationProblems(given: Given): Problem[] {
  return [
    ...incompleteGroups(given),
    ...drillsWithoutBackups(given),
    ...(given.NODE_ENV === "production" ? weakSecrets(given) : []),
    ...(isSet(given.VERCEL) ? problemsOnVercel(given) : []),
    ...(given.VERCEL_ENV === "production" ? problemsInProductionOnVercel(given) : []),
  ];
}

const S3 = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"];

const GROUPS = [
  ["UPSTASH_REDIS_REST_URL", "UPSTASH_REDIS_REST_TOKEN"],
  ["INNGEST_EVENT_KEY", "INNGEST_SIGNING_KEY"],
  ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"],
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["SMTP_URL", "MAIL_FROM"],
  ["DISCORD_CLIENT_ID", "DISCORD_CLIENT_SECRET", "DISCORD_PUBLIC_KEY"],
  S3,
];

function incompleteGroups(given: Given): Problem[] {
  return GROUPS.flatMap((group) => {
    const missing = group.filter((name) => given[name] === undefined);
    if (missing.length === 0 || missing.length === group.length) return [];
    return missing.map((name): Problem => [name, `is missing: ${group.join(", ")} go together`]);
  });
}

function drillsWithoutBackups({ DRILL_AT: at, BACKUP_DIR: backups }: Given): Problem[] {
  if (at === undefined || backups !== undefined) return [];
  return [["BACKUP_DIR", "is missing: the drill of DRILL_AT restores the newest backup in that folder"]];
}

const SHORTEST_SECRET = 32;
const PLACEHOLDER = /change|secret|placeholder|example|your[-_ ]|password|default|0123456789/i;
const FEWEST_CHARACTERS = 8;
/** Tokens that callers send, rather than keys. Their length is checked separately. */
const BEARER_TOKENS = ["CRON_SECRET", "HEALTH_TOKEN", "METRICS_TOKEN"];

/** Session and encryption secrets must not be guessable on a deployment that strangers can reach. */
function weakSecrets(given: Given): Problem[] {
  return ["NEXTAUTH_SECRET", "ENCRYPTION_KEY", ...BEARER_TOKENS].flatMap((name): Problem[] => {
    const value = given[name];
    if (value === undefined) return [];
    if (!BEARER_TOKENS.includes(name) && value.length < SHORTEST_SECRET) {
      return [[name, `must be at least ${SHORTEST_SECRET} characters long in production: openssl rand -hex 32`]];
    }
    const [word] = PLACEHOLDER.exec(value) ?? [];
    if (word !== undefined)
      return [
        [name, `looks like a placeholder, because it contains “${word}”: openssl rand -hex 32 makes a random one`],
      ];
    if (new Set(value).size < FEWEST_CHARACTERS)
      return [
        [name, `has fewer than ${FEWEST_CHARACTERS} different characters: openssl rand -hex 32 makes a random one`],
      ];
    return [];
  });
}

/** Its functions share neither memory nor disks, and end with their requests. */
function problemsOnVercel(given: Given): Problem[] {
  const problems: Problem[] = S3.filter((name) => !given[name]).map((name) => [
    name,
    "is missing: files that an instance on Vercel writes to its own disk are lost with it",
  ]);
  if (!given.UPSTASH_REDIS_REST_URL && !given.REDIS_URL)
    problems.push([
      "UPSTASH_REDIS_REST_URL",
      "is missing: instances on Vercel share their rate limits through it (or REDIS_URL)",
    ]);
  if (!given.INNGEST_EVENT_KEY && !given.CRON_SECRET)
    problems.push([
      "CRON_SECRET",
      "is missing: on Vercel webhooks are delivered by Inngest (INNGEST_EVENT_KEY and INNGEST_SIGNING_KEY), or by a scheduler that sends CRON_SECRET",
    ]);
  if ((given.PEGBOARD_ROLE ?? "both") !== "both")
    problems.push([
      "PEGBOARD_ROLE",
      "must not be set on Vercel: it divides instances of npm start, and functions are neither",
    ]);
  if (given.DRILL_AT)
    problems.push([
      "DRILL_AT",
      "must not be set on Vercel: a drill takes a process and a disk. Let a scheduler elsewhere run npm run drill",
    ]);
  return problems;
}

function problemsInProductionOnVercel({ WEBHOOK_ALLOW_PRIVATE_TARGETS: open, INNGEST_DEV: dev = "0" }: Given) {
  const problems: Problem[] = [];
  if (isSet(open))
    problems.push([
      "WEBHOOK_ALLOW_PRIVATE_TARGETS",
      "must not be set in production: webhooks could reach the private network",
    ]);
  if (dev !== "0" && dev !== "false")
    problems.push(["INNGEST_DEV", "must not be set in production: nobody who calls /api/inngest would have to sign"]);
  return problems;
}

function isSet(flag: string | undefined): boolean {
  return flag === "1" || flag === "true";
}
