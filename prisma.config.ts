import { defineConfig } from "prisma/config";

// The URL is read without Prisma's env(), which throws when it is unset: generating the client needs no database.
export default defineConfig({
  schema: "prisma/schema",
  migrations: { path: "prisma/migrations" },
  datasource: { url: process.env.DATABASE_URL ?? "" },
});
