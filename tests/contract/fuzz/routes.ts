import fs from "node:fs";
import path from "node:path";
import { API } from "@/lib/api/v1";
import { type SessionOperation, sessionRoute } from "@/lib/http/operation";
import { PROJECT } from "@/scripts/tools/state-directory";
import { addressesIn } from "./addresses";

export interface Route {
  method: string;
  path: string;
  operation?: SessionOperation;
}

/**
 * Every address under /api but the public API's, with what is declared there. next-auth's own are told apart by name;
 * those for schedulers are left out.
 */
export async function allRoutes(): Promise<Route[]> {
  const declared = await declarations();
  const files = addressesIn("app/api", /^route\.ts$/).filter(
    (address) => !/^\/api\/(v1|auth|inngest|cron|\[\.\.\.)/.test(address),
  );
  const served = files.flatMap((address) => {
    const here = declared.filter((operation) => operation.path === address);
    return [
      ...here.map((operation) => ({ method: operation.method, path: address, operation })),
      ...(here.length === 0 ? ["GET", "POST"].map((method) => ({ method, path: address })) : []),
      { method: "PUT", path: address },
    ];
  });
  const auth = [
    "csrf",
    "session",
    "providers",
    "signin",
    "signin/credentials",
    "signin/{id}",
    "callback/credentials",
    "callback/{id}",
    "signout",
    "error",
    "verify-request",
    "_log",
    "{id}",
  ];
  const signIn = auth.flatMap((action) => ["GET", "POST"].map((method) => ({ method, path: `/api/auth/${action}` })));
  // It would sign everybody out, and leave nothing to ask for.
  return [...served, ...signIn, { method: "GET", path: "/api/{id}" }].filter(
    ({ method, path: address }) => !(method === "DELETE" && address === "/api/account/sessions"),
  );
}

async function declarations(): Promise<SessionOperation[]> {
  const folder = path.join(PROJECT, "lib/api/session");
  const modules = await Promise.all(
    fs.readdirSync(folder).map((file) => import(path.join(folder, file)) as Promise<Record<string, unknown>>),
  );
  const values = modules
    .flatMap((module) => Object.values(module))
    .flatMap((group) => (isOperation(group) ? [group] : Object.values(group as object)));
  return [
    ...values.filter(isOperation),
    ...Object.values(API)
      .flatMap((group) => Object.values(group))
      .map((operation) => sessionRoute(operation)),
  ];
}

function isOperation(value: unknown): value is SessionOperation {
  return typeof value === "object" && value !== null && "channel" in value && "run" in value;
}
