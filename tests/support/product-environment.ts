import { inject } from "vitest";
import { endWithParent } from "@/lib/infra/process/processes";

endWithParent();

// Contract tests share the server's environment: they read its database, and sign with its secrets.
Object.assign(process.env, inject("serverVariables"));
