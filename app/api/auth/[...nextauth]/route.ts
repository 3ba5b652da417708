import NextAuth from "next-auth";
import { authOptions } from "@/lib/auth/options";
import { limitSignIn } from "@/lib/auth/limit-sign-in";

type Context = { params: Promise<{ nextauth: string[] }> };

async function handle(request: Request, context: Context): Promise<Response> {
  return (await limitSignIn(request)) ?? NextAuth(request as never, context as never, authOptions());
}

export { handle as GET, handle as POST };
