import fs from "node:fs";
import path from "node:path";
import type { Source } from "@/lib/infra/environment/env";
import { GENERATED_SECRETS } from "@/scripts/tools/installation";
import { DATA_DIRECTORY, dataDirectory } from "@/scripts/tools/state-directory";
import { UserError } from "@/scripts/tools/terminal";
import { writeBackupFile } from "./files";
import type { Manifest } from "./manifest";

type Secrets = Manifest["secrets"];

/** Copies the generated secrets that are in use. Secrets from the environment are not part of a backup. */
export async function exportSecrets(directory: string, variables: Source, from = DATA_DIRECTORY): Promise<Secrets> {
  const secrets: Secrets = [];
  for (const [variable, name] of Object.entries(GENERATED_SECRETS)) {
    const value = readSecret(from, name);
    if (value === undefined || value !== variables[variable]) continue;
    secrets.push({ variable, name, file: await writeBackupFile(directory, `secrets/${name}`, [Buffer.from(value)]) });
  }
  return secrets;
}

/**
 * Returns the variables for the restored secrets, except those that the environment sets.
 * @throws UserError if the installation has generated a different secret already, or a required secret is missing
 */
export function secretVariables(
  directory: string,
  { secrets }: Pick<Manifest, "secrets">,
  environment: Source,
  to = DATA_DIRECTORY,
): Source {
  const variables: Source = {};
  for (const { variable, name, file } of secrets) {
    if (environment[variable]) continue;
    const value = fs.readFileSync(path.join(directory, file.path), "utf8");
    const there = readSecret(to, name);
    if (there !== undefined && there !== value)
      throw new UserError(
        `${path.join(to, name)} is another installation's ${variable}: restore into a place that was never started, or remove that file.`,
      );
    variables[variable] = value;
  }
  if (!environment.NEXTAUTH_SECRET && !variables.NEXTAUTH_SECRET)
    throw new UserError(
      "The backup has no NEXTAUTH_SECRET, because its installation was given one: set the same here, and ENCRYPTION_KEY if it had one.",
    );
  return variables;
}

/** Stores restored secrets where `npm start` looks for them. */
export function keepSecrets({ secrets }: Pick<Manifest, "secrets">, variables: Source, to?: string): void {
  for (const { variable, name } of secrets) {
    const value = variables[variable];
    if (value === undefined) continue;
    const place = path.join(to ?? dataDirectory(), name);
    const draft = `${place}.${process.pid}`;
    fs.writeFileSync(draft, value, { mode: 0o600, flush: true });
    fs.renameSync(draft, place);
  }
}

function readSecret(directory: string, name: string): string | undefined {
  const file = path.join(directory, name);
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8").trim() : undefined;
}
