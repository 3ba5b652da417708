import { spendOrReject } from "@/lib/domain/kernel/budget";
import { conflict, notFound, unavailable } from "@/lib/domain/kernel/errors";
import {
  actAs,
  type Actor,
  createContext,
  idFor,
  inTransaction,
  type VisitorContext,
  write,
} from "@/lib/domain/kernel/context";
import { randomBase62, randomBytes } from "@/lib/domain/kernel/id";
import { preparedRead } from "@/lib/infra/database/db";
import { type Sql, sql } from "@/lib/infra/database/sql";
import {
  createDatabase,
  currentRelease,
  dropDatabases,
  NoTemplate,
  type Release,
  withoutDatabase,
} from "@/lib/infra/sandbox/databases";
import { close } from "@/lib/infra/sandbox/connections";
import { inSandbox, outsideSandbox, type SandboxScope } from "@/lib/infra/sandbox/scope";
import { log } from "@/lib/infra/log/log";
import { decrypt } from "@/lib/infra/secrets";
import type { Sandbox } from "@/lib/infra/prisma/client";
import { machinePermits } from "@/lib/domain/kernel/machine-permits";
import { record } from "@/lib/domain/consequences/events/commands";
import { issueKey } from "@/lib/domain/accounts/keys/commands";
import { SCOPE_NAMES } from "@/lib/domain/accounts/keys/scopes";
import { SANDBOXES, sandboxFolder, storage } from "@/lib/infra/storage/storage";
import type { StoredFile } from "@/lib/infra/storage/store";
import { type OpenSandbox, setClock, withOpen, randomOf } from "./run-in-sandbox";
import type { SandboxReset } from "./schema";
import { CAST, MEMBERS_FOR_MS } from "./rules";

/** Databases that one machine creates at once, to spare live requests, and resets that may queue. */
const MADE_AT_ONCE = 2;
const MAX_QUEUED = 20;
const withMakingPermit = machinePermits("sandbox-making", {
  permits: MADE_AT_ONCE,
  maxQueued: MAX_QUEUED,
  message: "Many sandboxes are being made at this moment. Try again in a few seconds.",
  retryAfterSeconds: 2,
});

export interface Made extends Seeded {
  sandbox: OpenSandbox;
}

/**
 * Creates a sandbox's database, empty except for its people. Of two concurrent calls the later wins, and the other's
 * database is dropped.
 * @throws DomainError `rate_limited`; `unavailable` where this deployment has no sandboxes
 */
export async function makeDatabase(
  { id, userId: ownerId, secret: encrypted }: Pick<Sandbox, "id" | "userId" | "secret">,
  { seed = randomBase62(randomBytes, 16), startsAt = wholeSeconds(new Date()) }: SandboxReset,
  { isReset = true } = {},
): Promise<Made> {
  if (isReset) await spendReset(ownerId);
  const { nameOf, ...release } = await currentRelease();
  const [begun] = await readLive<{ generation: number }>(
    "sandboxes.begin",
    sql`UPDATE "Sandbox" SET generation = generation + 1, "madeAt" = ${new Date()} WHERE id = ${id} RETURNING generation`,
  );
  if (!begun) throw deletedMeanwhile();
  const databaseName = nameOf(id, begun.generation);
  const sandbox = { id, ownerId, databaseName, secret: decrypt(encrypted), seed };
  const seeded = await filled(databaseName, release, () =>
    withOpen(sandbox, (scope) => seedPeople(scope, sandbox, startsAt)),
  );
  const statement = sql`
    WITH former AS (SELECT id, "databaseName" FROM "Sandbox" WHERE id = ${id} FOR UPDATE)
    UPDATE "Sandbox" s
       SET "databaseName" = ${databaseName}, seed = ${seed}, "startsAt" = ${startsAt}, migrations = ${release.migrations}
      FROM former WHERE s.id = former.id AND s.generation = ${begun.generation}
    RETURNING former."databaseName"`;
  const [replaced] = await readLive<{ databaseName: string | null }>("sandboxes.replace", statement);
  const outdated = replaced ? replaced.databaseName : databaseName;
  if (outdated) await discard(outdated);
  if (replaced) return { sandbox, ...seeded };
  const [kept] = await readLive<{ id: string }>("sandboxes.kept", sql`SELECT id FROM "Sandbox" WHERE id = ${id}`);
  if (!kept) throw deletedMeanwhile();
  throw conflict("This sandbox was recreated in the meantime. Use that one.");
}

/** Runs a statement in the live database, where sandboxes are stored. */
const readLive = <Row extends object>(name: string, statement: Sql): Promise<Row[]> =>
  outsideSandbox(() => preparedRead<Row>(name, statement));

/** Limited by account, so that deleting the sandbox and creating another gives no further budget. */
function spendReset(ownerId: string): Promise<void> {
  return outsideSandbox(() => spendOrReject("sandboxResets", ownerId, { whenDown: "local" }));
}

const deletedMeanwhile = () => conflict("This sandbox was deleted in the meantime.");

/** Creates and fills a database, and drops it if that fails. */
async function filled<T>(name: string, release: Pick<Release, "template">, fill: () => Promise<T>): Promise<T> {
  try {
    return await withMakingPermit(async () => {
      await createDatabase(name, release);
      return fill();
    });
  } catch (error) {
    close(name);
    await dropDatabases([name]);
    if (error instanceof NoTemplate)
      throw unavailable("This site has no sandboxes. Whoever runs it can set them up.", 3600);
    throw error;
  }
}

/** Drops a sandbox's database and the files of its images. Failures are left to retention. */
export async function discard(databaseName: string): Promise<void> {
  try {
    await removeImages(databaseName);
    close(databaseName);
    await dropDatabases([databaseName]);
  } catch (error) {
    log.warn("database of a sandbox was not dropped", { databaseName, error });
  }
}

/** Truncates a time to seconds: acts count the milliseconds. */
const wholeSeconds = (time: Date) => new Date(Math.floor(time.getTime() / 1000) * 1000);

interface Seeded {
  /** The owner comes first. */
  people: { id: string; handle: string; name: string; key: string }[];
}

type Member = Pick<Actor, "handle" | "name" | "role" | "tier">;

/** Fills a new database: its owner under the same name, some people to act with, and a key for each of them. */
async function seedPeople(open: SandboxScope, sandbox: OpenSandbox, startsAt: Date): Promise<Seeded> {
  const owner = await ownerOf(sandbox.id);
  await setClock(open, startsAt);
  // The people and their keys are the same after each reset, whatever its seed.
  const scope = { ...open, now: startsAt, random: randomOf(sandbox, "keys") };
  return inSandbox(scope, async () => {
    const ctx = createContext({ actor: null, channel: "session" });
    const people = [];
    for (const member of [owner, ...CAST.map((person) => asMember(person, owner))])
      people.push(await addMember(ctx, member));
    return { people };
  });
}

async function ownerOf(sandboxId: string): Promise<Member> {
  const [user] = await readLive<Member>(
    "sandboxes.owner",
    sql`SELECT u.handle, u.name, u.role, u.tier FROM "Sandbox" s JOIN "User" u ON u.id = s."userId"
         WHERE s.id = ${sandboxId}`,
  );
  if (!user) throw notFound();
  // Moderators and admins would have nobody to moderate, and keys do not let them.
  return { ...user, role: user.role === "EDITOR" ? "EDITOR" : "MEMBER" };
}

function asMember(person: (typeof CAST)[number], owner: Member): Member {
  const handle = person.handle === owner.handle ? `${person.handle}_2` : person.handle;
  return { ...person, handle, role: "MEMBER", tier: "free" };
}

async function addMember(ctx: VisitorContext, { handle, name, role, tier }: Member) {
  const id = idFor(ctx, "user");
  const createdAt = new Date(ctx.now.getTime() - MEMBERS_FOR_MS);
  return inTransaction(ctx, async (tx) => {
    await write(tx, "sandboxes.addMember")`
      INSERT INTO "User" (id, handle, name, role, tier, "createdAt")
      VALUES (${id}, ${handle}, ${name}, ${role}::"Role", ${tier}::"Tier", ${createdAt})`;
    const member = actAs(tx, { id, handle, name, image: null, role, tier });
    await record(member, "account.created", {}, { subjectId: id, letters: [] });
    const { key } = await issueKey(member, { name: "Test key", scopes: [...SCOPE_NAMES] });
    return { id, handle, name, key };
  });
}

const BATCH = 200;

/** Removes the images of a sandbox, whose database may already be gone. */
async function removeImages(databaseName: string): Promise<void> {
  const files = outsideSandbox(storage);
  const remove = (found: StoredFile[]) => Promise.all(found.map(({ key }) => files.remove(key)));
  const found: StoredFile[] = [];
  for await (const file of files.list(sandboxFolder(databaseName))) {
    found.push(file);
    if (found.length === BATCH) await remove(found.splice(0));
  }
  await remove(found);
}

/** Removes files of dropped databases: uploads that were in progress when their sandbox was reset. */
export async function removeAbandonedImages(): Promise<void> {
  const names = new Set<string>();
  for await (const { key } of storage().list(SANDBOXES)) names.add(key.split("/")[1] ?? "");
  // Queried after listing the files, because a file is never older than its database.
  for (const name of names.size > 0 ? await withoutDatabase([...names]) : []) await removeImages(name);
}
