// Restores a backup into an empty place: npm run restore -- DIRECTORY
import "./tools/check-node";
import path from "node:path";
import { storage } from "@/lib/infra/storage/storage";
import { readManifest } from "./tools/backup/manifest";
import { restoreBackup, verifyBackup } from "./tools/backup/restore";
import { keepSecrets, secretVariables } from "./tools/backup/secrets";
import { givenEnvironment } from "./tools/installation";
import { printProgress } from "@/scripts/tools/terminal";
import { elapsed, failWith, onlyArgument } from "./tools/terminal";
import { visitDatabase } from "./tools/visit-database";

await restore(path.resolve(onlyArgument("npm run restore -- DIRECTORY of a backup"))).catch(failWith);

async function restore(directory: string): Promise<void> {
  const manifest = await readManifest(directory);
  const progress = printProgress();
  await verifyBackup(directory, manifest, progress);
  // Read before the installation is prepared, which would generate missing secrets.
  const secrets = secretVariables(directory, manifest, givenEnvironment("production"));
  Object.assign(process.env, secrets);
  await visitDatabase(async ({ settings, directUrl: url }) => {
    await restoreBackup(directory, manifest, {
      url,
      storage: storage(),
      encryptionKey: settings.encryptionKey,
      onEmpty: () => keepSecrets(manifest, secrets),
      progress,
    });
    console.log(`\n  Restored as of ${manifest.takenAt} in ${elapsed().trim()}.`);
    console.log("  npm run check proves it; npm start serves it.");
  });
}
