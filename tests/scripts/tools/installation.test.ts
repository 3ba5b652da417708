import { afterEach, beforeEach, expect, test, vi } from "vitest";
import fs from "node:fs";
import { prepareInstallation } from "@/scripts/tools/installation";

const given = { ...process.env };
beforeEach(() => {
  for (const name of ["NEXTAUTH_SECRET", "DATABASE_URL", "SEED_DEMO", "DEMO_PASSWORD", "WEBHOOK_ALLOW_PRIVATE_TARGETS"])
    delete process.env[name];
});
afterEach(() => {
  process.env = { ...given };
  vi.restoreAllMocks();
});

/** A disk on which nothing can be written, and nothing was. */
function mountReadOnly(): void {
  const refuse = (file: unknown) => {
    throw Object.assign(new Error("EROFS: read-only file system"), { code: "EROFS", path: String(file) });
  };
  vi.spyOn(fs, "existsSync").mockReturnValue(false);
  for (const call of ["mkdirSync", "writeFileSync", "linkSync"] as const) vi.spyOn(fs, call).mockImplementation(refuse);
}

test("an installation with a configured database and secret writes nothing", () => {
  mountReadOnly();
  Object.assign(process.env, {
    DATABASE_URL: "postgresql://app@db.example/app",
    NEXTAUTH_SECRET: "b2f7c1d94e60a85f3b7d29c4e816f05a",
  });
  expect(prepareInstallation("production").variables.DEMO_PASSWORD).toBeUndefined();
});

test.each([
  ["NEXTAUTH_SECRET", { DATABASE_URL: "postgresql://app@db.example/app" }],
  [
    "DEMO_PASSWORD",
    {
      DATABASE_URL: "postgresql://app@db.example/app",
      NEXTAUTH_SECRET: "b2f7c1d94e60a85f3b7d29c4e816f05a",
      SEED_DEMO: "1",
    },
  ],
])("an installation that cannot store a %s names it in its error", (variable, variables) => {
  mountReadOnly();
  Object.assign(process.env, variables);
  expect(() => prepareInstallation("production")).toThrow(new RegExp(`^${variable} is not set.*EROFS`));
});
