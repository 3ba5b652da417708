import { serveSignIn } from "@/lib/http/serve-sign-in";

export { serveSignIn as GET, serveSignIn as POST };
