// Registers the slash commands with Discord: npm run discord:commands
import "./tools/check-node";
import { registerCommands } from "@/lib/domain/guilds/registration";
import { BadEnvironment } from "@/lib/infra/environment/env";
import { prepareInstallation } from "./tools/installation";
import { failWith, UserError } from "./tools/terminal";

try {
  Object.assign(process.env, prepareInstallation("production").variables);
  process.env.DATABASE_URL ||= "postgresql://unused@127.0.0.1:1/unused";
  console.log(`Registered ${(await registerCommands()).map((name) => `/${name}`).join(", ")}.`);
} catch (error) {
  failWith(error instanceof BadEnvironment ? new UserError(error.message) : error);
}
