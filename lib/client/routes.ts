import type { API } from "@/lib/api/v1";
import type * as account from "@/lib/api/session/account";
import type * as articles from "@/lib/api/session/articles";
import type * as builds from "@/lib/api/session/builds";
import type * as coins from "@/lib/api/session/coins";
import type * as developer from "@/lib/api/session/developer";
import type * as guilds from "@/lib/api/session/guilds";
import type * as images from "@/lib/api/session/images";
import type * as markdown from "@/lib/api/session/markdown";
import type * as notifications from "@/lib/api/session/notifications";
import type * as people from "@/lib/api/session/people";
import type * as pulse from "@/lib/api/session/pulse";
import type * as quests from "@/lib/api/session/quests";
import type * as ranked from "@/lib/api/session/ranked";
import type * as recovery from "@/lib/api/session/recovery";
import type * as register from "@/lib/api/session/register";
import type * as reposts from "@/lib/api/session/reposts";
import type * as rooms from "@/lib/api/session/rooms";
import type * as search from "@/lib/api/session/search";
import type * as timeline from "@/lib/api/session/timeline";

/** The modules that declare the browser's own operations. Types alone: nothing of them reaches the browser. */
type SessionModules = [
  typeof account,
  typeof articles,
  typeof builds,
  typeof coins,
  typeof developer,
  typeof guilds,
  typeof images,
  typeof markdown,
  typeof notifications,
  typeof people,
  typeof pulse,
  typeof quests,
  typeof ranked,
  typeof recovery,
  typeof register,
  typeof reposts,
  typeof rooms,
  typeof search,
  typeof timeline,
][number];

/** next-auth's routes, which are no operations of ours. */
type AuthRoutes = {
  "GET /api/auth/csrf": { input: unknown; output: { csrfToken: string } };
  "POST /api/auth/callback/credentials": {
    input: AuthForm & { login: string; password: string };
    output: { url: string };
  };
  "POST /api/auth/signin/{provider}": { input: AuthForm & { provider: string }; output: { url: string } };
  "POST /api/auth/signout": { input: AuthForm; output: { url: string } };
};

interface AuthForm {
  csrfToken: string;
  callbackUrl: string;
  /** Asks for the address to go on to instead of a redirect. */
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

type Signatures = SignaturesIn<SessionModules> | Mounted<SignaturesIn<typeof API>>;

type Routes = AuthRoutes & { [S in Signatures as S["route"]]: Pick<S, "input" | "output"> };

/** A method and the template of a path: `POST /api/posts/{id}/like`. */
export type Route = keyof Routes;
/** What a route is sent: the parameters of its path, its query and its body in one object. */
export type InputOf<R extends Route> = Routes[R]["input"];
export type OutputOf<R extends Route> = Routes[R]["output"];
