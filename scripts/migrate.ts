// Applies pending migrations, as a release step on hosts that do not run `npm start`: npm run migrate.
import "./tools/check-node";
import { migrate } from "./tools/migrate";
import { say } from "./tools/terminal";
import { visitDatabase } from "./tools/visit-database";

await visitDatabase(async ({ directUrl }) => {
  const applied = await migrate(directUrl);
  say({ message: applied.length === 0 ? "No migration is pending." : `Applied ${applied.join(", ")}.` });
});
