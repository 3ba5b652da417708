import { databaseCodes } from "@/lib/infra/database/errors";
import { NO_SUCH_DATABASE } from "@/lib/infra/sandbox/databases";
import { withDatabase } from "@/lib/infra/sandbox/connections";
import { inSandbox } from "@/lib/infra/sandbox/scope";
import { storage } from "@/lib/infra/storage/storage";
import { randomBytes } from "@/lib/domain/random";

const BATCH = 200;
/** Its row may be gone already. */
const NOBODYS = { id: "", ownerId: "", secret: "", seed: "" };

/** Removes the files of the images that were uploaded to a sandbox. Its database may be gone already. */
export async function removeImages(databaseName: string): Promise<void> {
  try {
    await withDatabase(databaseName, (database) =>
      inSandbox({ ...NOBODYS, databaseName, database, now: new Date(), random: randomBytes }, async () => {
        for (let after = ""; ;) {
          const rows = await database.prisma.media.findMany({
            where: { id: { gt: after } },
            select: { id: true, storageKey: true },
            orderBy: { id: "asc" },
            take: BATCH,
          });
          await Promise.all(rows.map(({ storageKey }) => storage().remove(storageKey)));
          const last = rows.at(-1);
          if (!last || rows.length < BATCH) return;
          after = last.id;
        }
      }),
    );
  } catch (error) {
    if (!databaseCodes(error).includes(NO_SUCH_DATABASE)) throw error;
  }
}
