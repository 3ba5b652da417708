// Asks for a new password and sends the letter, as a server process does, until it is killed.
import { createContext } from "@/lib/domain/kernel/context";
import { requestPasswordReset } from "@/lib/domain/accounts/lifecycle/recovery";
import { startQueue } from "@/lib/queue/start";

await requestPasswordReset(createContext({ actor: null, channel: "session" }), { email: process.argv[2]! });
startQueue();
setInterval(() => undefined, 1000);
