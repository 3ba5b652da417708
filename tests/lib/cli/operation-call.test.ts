import { expect, test } from "vitest";
import { EXIT } from "@/lib/cli/exit-codes";
import { callOf } from "@/lib/cli/operation-call";
import { commandsOf } from "@/lib/openapi/commands";
import { openApiDocument } from "@/lib/openapi/document/openapi-document";

const commands = commandsOf(openApiDocument("https://pegboard.example"))
  .flatMap((group) => group.commands)
  .filter((command) => command.arguments.length > 0);

test.each(["", ".", ".."])("every command that takes an id rejects %o", async (id) => {
  expect(commands.length).toBeGreaterThan(0);
  for (const command of commands) {
    const words = command.arguments.map(() => id);
    await expect(callOf(command, words, {})).rejects.toMatchObject({ exitCode: EXIT.usage, message: /is no id/ });
  }
});
