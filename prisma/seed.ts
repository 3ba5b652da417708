// Fills an empty database with demo people and their acts: npx tsx prisma/seed.ts
import { randomBytes } from "node:crypto";
import { pathToFileURL } from "node:url";
import { read, write } from "@/lib/domain/kernel/context";
import { PLATFORM, PLATFORM_USER_ID } from "@/lib/domain/accounts/users/rules";
import { countTagPeople } from "@/lib/domain/writing/tags/trends";
import { database, withTransaction } from "@/lib/infra/database/db";
import { env } from "@/lib/infra/environment/env";
import { printJson, say as print } from "@/scripts/tools/terminal";
import { gather } from "./seed/cast";
import { publishDocuments } from "./seed/publications";
import { STORY } from "./seed/story";
import { World } from "./seed/world";

interface Seeding {
  /** When the story ends. Its last chapter was this morning. */
  now: Date;
  /** The password of all demo people. */
  password: string;
  say: (line: string) => void;
}

/** The limit for the transaction, which takes long on a slow machine. */
const TIMEOUT_MS = 300_000;

/** Seeds in one transaction, all or nothing. Leaves a database that has any account unchanged. */
export async function seed({ now, password, say }: Seeding): Promise<"done" | "not empty"> {
  return withTransaction(async (transaction) => {
    const world = new World(transaction, now);
    const people = await read<{ id: string }>(world.contextOf(PLATFORM), "seed.people")`
      SELECT id FROM "User" WHERE id <> ${PLATFORM_USER_ID} LIMIT 1`;
    if (people.length > 0) return "not empty";
    const cast = await gather(world, password);
    say(`${Object.keys(cast).length} people`);
    say(await publishDocuments(world, cast));
    for (const { title, tell } of STORY) {
      await tell(world, cast);
      say(title);
    }
    await readQuietly(world);
    await countTagPeople(world.contextOf(PLATFORM));
    return "done";
  }, TIMEOUT_MS);
}

/** Adds views by silent readers: some for every like, and a few who were sent a link. */
async function readQuietly(world: World): Promise<void> {
  await write(world.contextOf(PLATFORM), "seed.views")`
    UPDATE "Post" SET "viewsCount" = "likesCount" * 7 + "commentsCount" * 5 + ascii(right(id, 1)) % 23
    WHERE audience = 'PUBLIC'`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.env.LOG_FORMAT === "json") printJson();
  const given = env().demo.password;
  const password = given ?? randomBytes(9).toString("base64url");
  const outcome = await seed({ now: new Date(), password, say: tell });
  if (outcome === "not empty") print({ message: "This database is not empty: nothing was added." });
  else if (!given) console.log(`Everybody's password is ${password}`);
  await database().prisma.$disconnect();
  await database().pool.end();
}

function tell(part: string): void {
  print({ message: "demo data", text: `              ${part}`, part });
}
