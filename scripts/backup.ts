// Backs up database, media and generated secrets as of one moment, while the product runs:
//   npm run backup -- DIRECTORY
import "./tools/check-node";
import path from "node:path";
import { storage } from "@/lib/infra/storage/storage";
import { writeBackup } from "./tools/backup/write";
import { figure, printProgress, size } from "@/scripts/tools/terminal";
import { elapsed, onlyArgument } from "./tools/terminal";
import { visitDatabase } from "./tools/visit-database";

const directory = path.resolve(onlyArgument("npm run backup -- DIRECTORY, which does not exist yet"));

await visitDatabase(async ({ variables, directUrl: url }) => {
  const { takenAt, tables, media, secrets } = await writeBackup(directory, {
    url,
    storage: storage(),
    variables,
    progress: printProgress(),
    onSnapshot: async ({ foreign }) => {
      if (foreign.length > 0) console.log(`  left out, because they are not Pegboard's: ${foreign.join(", ")}`);
    },
  });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const bytes = tables.reduce((sum, { file }) => sum + file.bytes, media.bytes);
  if (media.deletedMeanwhile.length > 0)
    console.log(`  ${figure(media.deletedMeanwhile.length)} images were deleted meanwhile: they will not be restored.`);
  console.log(
    `\n  ${figure(rows)} rows, ${figure(media.count)} images and ${secrets.length} secrets as of ${takenAt}: ${size(bytes)} in ${elapsed().trim()}.`,
  );
  console.log(`  ${directory}`);
});
