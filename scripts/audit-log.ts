// Writes the whole audit log, one JSON object per line, oldest first:
//   npm run -s audit-log > audit.jsonl
import "./tools/check-node";
import { readAuditLog } from "@/lib/domain/accounts/audit-log/queries";
import { createContext } from "@/lib/domain/kernel/context";
import { visitDatabase } from "./tools/visit-database";

await visitDatabase(async () => {
  const ctx = createContext({ actor: null, channel: "session" });
  for await (const entry of readAuditLog(ctx)) process.stdout.write(`${JSON.stringify(entry)}\n`);
});
