import type { API } from "@/lib/api/v1";
import type { SESSION } from "@/lib/api/session";

/** next-auth's routes, which are not declared operations. */
type AuthRoutes = {
  "GET /api/auth/csrf": { input: unknown; output: { csrfToken: string } };
  "POST /api/auth/callback/credentials": {
    input: AuthForm & { login: string; password: string; code?: string };
    output: { url: string };
  };
  "POST /api/auth/callback/passkey": { input: AuthForm & { assertion: string }; output: { url: string } };
  "POST /api/auth/callback/second-factor": { input: AuthForm & { code: string }; output: { url: string } };
  "POST /api/auth/callback/reopening": { input: AuthForm; output: { url: string } };
  "POST /api/auth/signin/{provider}": { input: AuthForm & { provider: string }; output: { url: string } };
  "POST /api/auth/signout": { input: AuthForm; output: { url: string } };
};

interface AuthForm {
  csrfToken: string;
  callbackUrl: string;
  /** Requests the callback URL as JSON, instead of a redirect. */
  json: true;
}

/** The signatures in a tree of operations. */
type SignaturesIn<Tree> = Tree extends { channel: string }
  ? Tree extends { readonly signature?: infer Found }
    ? Extract<Found, { route: string }>
    : never
  : Tree extends object
    ? { [Key in keyof Tree]: SignaturesIn<Tree[Key]> }[keyof Tree]
    : never;

/** An operation of the public API is mounted for the browser without its `v1`. */
type Mounted<S> = S extends { route: `${infer Method} /api/v1/${infer Path}`; input: infer Input; output: infer Output }
  ? { route: `${Method} /api/${Path}`; input: Input; output: Output }
  : never;

type OfSession = SignaturesIn<typeof SESSION>;

/** If the app declares its own route at such a path, that one applies. */
type Signatures = OfSession | Exclude<Mounted<SignaturesIn<typeof API>>, { route: OfSession["route"] }>;

type Routes = AuthRoutes & { [S in Signatures as S["route"]]: Pick<S, "input" | "output"> };

/** A method and the template of a path: `POST /api/posts/{id}/like`. */
export type Route = keyof Routes;
/** The input of a route: path parameters, query and body in one object. */
export type InputOf<R extends Route> = Routes[R]["input"];
export type OutputOf<R extends Route> = Routes[R]["output"];
