import NextAuth from "next-auth";
import type { NextRequest } from "next/server";
import { limitSignIn } from "@/lib/auth/limit-sign-in";
import { authOptions } from "@/lib/auth/options";
import { newRequestId } from "@/lib/domain/context";
import { readableRequest } from "./readable-request";
import { refuseInApp, refuseMethodInApp } from "./refuse-in-app";

interface SignInContext {
  params: Promise<{ nextauth: string[] }>;
}

/** next-auth's routes, with what they lack: the limit on passwords, and refusals of what cannot be read. */
export async function serveSignIn(request: NextRequest, context: SignInContext): Promise<Response> {
  // As next-auth reads a path: what follows the provider's name changes nothing.
  const [action, provider] = (await context.params).nextauth;
  const withPassword = action === "callback" && provider === "credentials";
  if (withPassword && request.method !== "POST") return refuseMethodInApp("POST")(request, context);
  try {
    if (withPassword) await limitSignIn(request);
    return (await NextAuth((await readableRequest(request)) as never, context as never, authOptions())) as Response;
  } catch (error) {
    return refuseInApp(request, newRequestId(), error);
  }
}
