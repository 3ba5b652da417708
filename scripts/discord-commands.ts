// Registers the slash commands with Discord: npm run discord:commands
import "./tools/check-node";
import { registerCommands } from "@/lib/domain/play/guilds/registration";
import { enterInstallation } from "./tools/installation";
import { failWith } from "./tools/terminal";

try {
  enterInstallation();
  console.log(`Registered ${(await registerCommands()).map((name) => `/${name}`).join(", ")}.`);
} catch (error) {
  failWith(error);
}
