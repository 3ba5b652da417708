import { z } from "zod";
import { notFound } from "@/lib/domain/kernel/errors";
import { apiOperation } from "@/lib/http/operation";
import { serve } from "@/lib/http/pipeline/serve";

/** Variables that make these operations' budgets small enough to be spent within a test. */
export const SMALL_BUDGETS = {
  RATE_LIMIT_V1_FREE: "4/60",
  RATE_LIMIT_V1_PRO: "9/60",
  RATE_LIMIT_IMAGES: "2/60",
  RATE_LIMIT_AUTH_FAILURES: "3/60",
  RATE_LIMIT_WRITE_POSTS: "7/60",
  TRUSTED_PROXIES: "1",
  NEXTAUTH_URL: "http://localhost",
};

/** What the operations return. */
export const thing = z.object({ size: z.number() });
export const things = {
  get: apiOperation("GET /api/v1/things", {
    scope: "read:posts",
    summary: "Get",
    returns: thing,
    run: async () => ({ size: 1 }),
  }),
  create: apiOperation("POST /api/v1/things", {
    scope: "write:posts",
    writes: "posts",
    summary: "Make",
    body: z.strictObject({ size: z.number() }),
    status: 201,
    returns: thing,
    budget: "images",
    run: async (_ctx, { size }) => ({ size }),
  }),
  note: apiOperation("POST /api/v1/things", {
    scope: "write:posts",
    writes: "posts",
    summary: "Note",
    idempotent: true,
    body: z.strictObject({ size: z.number() }),
    status: 201,
    returns: thing,
    run: async (_ctx, { size }) => ({ size }),
  }),
  miss: apiOperation("DELETE /api/v1/things", {
    scope: "write:posts",
    writes: "posts",
    summary: "Miss",
    returns: null,
    run: () => Promise.reject(notFound()),
  }),
  break: apiOperation("PATCH /api/v1/things", {
    scope: "write:posts",
    writes: "posts",
    summary: "Break",
    returns: thing,
    run: () => Promise.reject(new Error("the password is hunter2")),
  }),
  lose: apiOperation("DELETE /api/v1/things", {
    scope: "write:posts",
    writes: "posts",
    summary: "Lose",
    returns: null,
    run: () => Promise.reject(Object.assign(new Error("gone"), { code: "ECONNREFUSED" })),
  }),
};
export const handlers = serve(things.get, things.create, things.break, things.lose);
