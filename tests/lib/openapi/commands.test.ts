import { expect, test } from "vitest";
import { optionsOf } from "@/lib/cli/operation-call";
import { commandsOf } from "@/lib/openapi/commands";
import { openApiDocument } from "@/lib/openapi/document/openapi-document";
import { operationsOf } from "@/lib/openapi/operations";

const document = openApiDocument("https://pegboard.example");
const groups = commandsOf(document);
const commands = groups.flatMap((group) => group.commands);

test("every operation with a key is a command, and no two have the same name", () => {
  const operations = operationsOf(document).filter(({ scope }) => scope !== null);
  const addresses = (all: readonly { method: string; path: string }[]) =>
    all.map(({ method, path }) => `${method} ${path}`).toSorted();
  expect(addresses(commands)).toEqual(addresses(operations));
  expect(new Set(commands.map(({ group, name }) => `${group} ${name}`)).size).toBe(commands.length);
});

test("every path parameter is an argument; every query parameter and body field is a flag", () => {
  for (const command of commands) {
    const names = command.arguments.map(({ name }) => name);
    expect([...command.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)).toEqual(names);
    const general = ["site", "output", "help", "json", "all-pages", "idempotency-key"];
    const flags = command.flags.map(({ name }) => name);
    expect(new Set([...general, ...flags]).size, `${command.group} ${command.name}`).toBe(
      general.length + flags.length,
    );
    expect(flags.every((name) => Object.hasOwn(optionsOf(command), name))).toBe(true);
  }
});

test("a flag accepts what its field accepts", () => {
  const kindOf = (group: string, name: string, flag: string) =>
    commands
      .find((command) => command.group === group && command.name === name)
      ?.flags.find((one) => one.name === flag);
  expect(kindOf("posts", "create", "media-ids")).toMatchObject({ kind: "strings", field: "media_ids" });
  expect(kindOf("builds", "create", "price")).toMatchObject({ kind: "number", nullable: true, required: true });
  expect(kindOf("rooms", "update", "pinned")).toMatchObject({ kind: "string", nullable: true });
  expect(kindOf("webhooks", "create", "filter")).toMatchObject({ kind: "json" });
  expect(kindOf("webhooks", "create", "events")).toMatchObject({ kind: "strings" });
  expect(kindOf("webhooks", "create", "events")?.values).toContain("post.created");
  expect(kindOf("images", "upload", "image")).toMatchObject({ kind: "file" });
  expect(kindOf("me", "mark-read", "all")).toMatchObject({ kind: "boolean" });
  expect(kindOf("me", "update", "automated")).toMatchObject({ kind: "boolean" });
});
