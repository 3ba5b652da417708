import http from "node:http";
import type { OperationName } from "@/scripts/tools/capacity/measurements";
import { type Outgoing, type Transfer, transfer } from "../hammer";
import { type Participant, PASSWORD, type Population } from "./population";

export type Sizes = Pick<Transfer, "requestBytes" | "responseBytes">;
/** Makes one call on behalf of somebody. */
export type Call = (agent: http.Agent) => Promise<Sizes>;

/** Browsers, and most HTTP clients, accept compressed responses. */
const COMPRESSED = { "Accept-Encoding": "gzip, deflate, br" };
const SENTENCE = "Somebody says a sentence or two about what they see, and asks what others make of it. ";

/** Returns how to call each operation on a server. */
export async function callsOf(url: string, population: Population): Promise<Record<OperationName, Call>> {
  const { people, postIds, words, rooms } = population;
  const form = await signInForm(url);
  const anybody = () => anyOf(people);
  const postId = () => anyOf(postIds);
  const calling =
    (outgoing: () => Outgoing): Call =>
    (agent) =>
      transfer(agent, outgoing());
  const get = (path: string, headers: Record<string, string> = {}): Outgoing => ({
    method: "GET",
    url: url + path,
    headers: { ...COMPRESSED, ...headers },
  });
  const page = (path: string, as?: Participant) => get(path, { Accept: "text/html", ...(as && { Cookie: as.cookie }) });
  const act = ({ cookie }: Participant, path: string, body: object): Outgoing => ({
    method: "POST",
    url: url + path,
    headers: { ...COMPRESSED, Cookie: cookie },
    body: JSON.stringify(body),
  });
  const byKey = () => ({ Authorization: `Bearer ${anybody().key}` });
  return {
    visitorFeedPage: calling(() => page("/")),
    visitorPostPage: calling(() => page(`/posts/${postId()}`)),
    feedPage: calling(() => page("/", anybody())),
    postPage: calling(() => page(`/posts/${postId()}`, anybody())),
    profilePage: calling(() => page(`/users/${anybody().handle}`, anybody())),
    scroll: calling(() => get("/api/timeline/for-you", { Cookie: anybody().cookie })),
    search: calling(() => get(`/api/search/posts?q=${anyOf(words)}`, { Cookie: anybody().cookie })),
    pulse: calling(() => act(anybody(), "/api/pulse", { want: ["notifications", "friends"] })),
    signIn: calling(() => ({
      method: "POST",
      url: `${url}/api/auth/callback/credentials`,
      headers: { Cookie: form.cookie, "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({
        csrfToken: form.csrfToken,
        login: anybody().handle,
        password: PASSWORD,
        json: "true",
        callbackUrl: "/",
      }).toString(),
    })),
    openStream: () => glanceAtStream(`${url}/api/live?topics=me`, anybody()),
    post: calling(() => act(anybody(), "/api/posts", { content: SENTENCE })),
    comment: calling(() => act(anybody(), `/api/posts/${postId()}/comments`, { content: SENTENCE })),
    like: calling(() => act(anybody(), `/api/posts/${postId()}/like`, {})),
    follow: calling(() => {
      const [who, whom] = twoOf(people);
      return act(who, `/api/users/${whom.handle}/follow`, {});
    }),
    bet: calling(() => act(anybody(), "/api/coins/bet", { bin: 2, amount: 1 })),
    message: calling(() => {
      const { code, members } = anyOf(rooms);
      return act(anyOf(members), `/api/rooms/${code}/messages`, { content: SENTENCE });
    }),
    apiFeed: calling(() => get("/api/v1/feed", byKey())),
    apiPost: calling(() => get(`/api/v1/posts/${postId()}`, byKey())),
    apiCreatePost: calling(() => ({
      method: "POST",
      url: `${url}/api/v1/posts`,
      headers: { ...byKey(), ...COMPRESSED },
      body: JSON.stringify({ content: SENTENCE }),
    })),
  };
}

/** Returns the token and cookie of a sign-in form, as a browser gets them by opening it once. */
async function signInForm(url: string): Promise<{ csrfToken: string; cookie: string }> {
  const answer = await fetch(`${url}/api/auth/csrf`);
  const { csrfToken } = (await answer.json()) as { csrfToken: string };
  return {
    csrfToken,
    cookie: answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";", 1)[0])
      .join("; "),
  };
}

/** Opens a stream, and closes it after its first event. */
function glanceAtStream(url: string, { cookie }: Participant): Promise<Sizes> {
  return new Promise((resolve, reject) => {
    const headers = { Cookie: cookie, Accept: "text/event-stream" };
    const request = http.get(url, { headers, agent: false }, (response) => {
      const { socket, statusCode } = response;
      response.on("error", reject).once("data", () => {
        if (statusCode !== 200) return reject(new Error(`A stream was answered ${statusCode}`));
        resolve({ requestBytes: socket.bytesWritten, responseBytes: socket.bytesRead });
        response.removeAllListeners("error").on("error", () => undefined);
        request.destroy();
      });
    });
    request.on("error", reject);
  });
}

export function anyOf<Item>(items: readonly Item[]): Item {
  return items[Math.floor(Math.random() * items.length)]!;
}

/** Two different ones. */
function twoOf<Item>(items: readonly Item[]): [Item, Item] {
  const first = Math.floor(Math.random() * items.length);
  const offset = 1 + Math.floor(Math.random() * (items.length - 1));
  return [items[first]!, items[(first + offset) % items.length]!];
}
