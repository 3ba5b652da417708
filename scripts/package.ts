// `npm run package [-- --site URL]`: builds the npm package `pegboard`, the client and the command line, into
// dist/pegboard. `--site` is the deployment that it uses by default; NEXTAUTH_URL if absent.
import "./tools/check-node";
import { parseArgs } from "node:util";
import path from "node:path";
import { writePackage } from "./tools/npm-package";
import { PROJECT } from "@/lib/infra/process/project";
import { failWith, step, UserError } from "./tools/terminal";

const { values } = parseArgs({ options: { site: { type: "string" } } });

try {
  const site = values.site ?? process.env.NEXTAUTH_URL ?? "http://localhost:3000";
  if (!URL.canParse(site)) throw new UserError(`${site} is not a URL.`);
  const folder = path.join(PROJECT, "dist/pegboard");
  await step(
    "package",
    () => writePackage(folder, new URL(site).origin),
    () => path.relative(process.cwd(), folder),
  );
} catch (error) {
  failWith(error);
}
