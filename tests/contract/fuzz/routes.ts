import { SESSION } from "@/lib/api/session";
import { unversionedRoutes } from "@/lib/api/unversioned-routes";
import type { SessionOperation } from "@/lib/http/operation";
import { addressesIn } from "./addresses";

export interface Route {
  method: string;
  path: string;
  operation?: SessionOperation;
}

/**
 * Every path under /api except the public API's, with its declaration. next-auth's own are recognized by name; those
 * for schedulers are omitted.
 */
export function allRoutes(): Route[] {
  const declared = Object.values(SESSION).flatMap((group): SessionOperation[] => Object.values(group));
  const files = addressesIn("app/api", /^route\.ts$/).filter(
    (address) => !/^\/api\/(v1|auth|inngest|cron|\[\.\.\.)/.test(address),
  );
  const addresses = [...unversionedRoutes().map(({ path }) => path), ...files];
  const served = addresses.flatMap((address) => {
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
  // It would sign everybody out, after which nothing is left to test.
  return [...served, ...signIn, { method: "GET", path: "/api/{id}" }].filter(
    ({ method, path: address }) => !(method === "DELETE" && address === "/api/account/sessions"),
  );
}
