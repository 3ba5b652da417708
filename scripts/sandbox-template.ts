// Creates the template that sandboxes are copied from, on hosts that do not run `npm start`: npm run sandbox:template.
import "./tools/check-node";
import { makeSandboxTemplate } from "./tools/sandbox-template";
import { say, UserError } from "./tools/terminal";
import { visitDatabase } from "./tools/visit-database";

await visitDatabase(async ({ directUrl }) => {
  const made = await makeSandboxTemplate(directUrl);
  if (made === "not allowed") throw new UserError("This database's role may not create databases: no sandboxes.");
  say({ message: made ? "The template of sandboxes is made." : "The template of sandboxes was there already." });
});
