// Prints the URL of an empty, migrated database on the embedded server, which keeps running:
//   DATABASE_URL=$(npx tsx scripts/dev-database.ts [NAME]) npx prisma studio
import { startEmbeddedPostgres } from "./tools/embedded-postgres";
import { migrate } from "./tools/migrate";

const server = await startEmbeddedPostgres("postgres");
const url = await server.database(process.argv[2] ?? "development");
await migrate(url);
console.log(url);
process.exit();
