import { defineConfig } from "prisma/config";

// The URL is read without Prisma's env(), which throws when it is unset: generating the client needs no database.
export default defineConfig({
  schema: "prisma/schema",
  migrations: { path: "prisma/migrations" },
  // Prisma's migrations take locks of a session, which a transaction pooler does not know.
  datasource: { url: process.env.DIRECT_DATABASE_URL ?? process.env.DATABASE_URL ?? "" },
});
