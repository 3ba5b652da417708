import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { UserError } from "@/scripts/tools/terminal";

/** Where Debian installs the programs of each major version of PostgreSQL. */
const VERSIONS = "/usr/lib/postgresql";

/**
 * Returns the folder with the programs of the newest PostgreSQL on this machine.
 * @throws UserError that says what to install, if a part of the cluster is missing
 */
export function requirePrograms(): string {
  const versions = fs.existsSync(VERSIONS) ? fs.readdirSync(VERSIONS).map(Number) : [];
  const binaries = `${VERSIONS}/${Math.max(...versions)}/bin`;
  const isThere = (program: string) => spawnSync(program, ["--version"]).error === undefined;
  if (![`${binaries}/postgres`, "patroni", "etcd", "haproxy"].every(isThere))
    throw new UserError(
      "This needs PostgreSQL, Patroni, etcd and HAProxy: apt-get install postgresql patroni etcd-server haproxy.",
    );
  return binaries;
}
