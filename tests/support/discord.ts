import { createPrivateKey, createPublicKey, randomBytes, sign } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const CLIENT = { id: "990000000000000001", secret: "stand-in-client-secret" };

export interface Application {
  /** The environment of a deployment that has this application. */
  variables: { DISCORD_CLIENT_ID: string; DISCORD_CLIENT_SECRET: string; DISCORD_PUBLIC_KEY: string };
  /** The headers that Discord sends with a body. */
  sign(body: string, at?: Date): { "X-Signature-Ed25519": string; "X-Signature-Timestamp": string };
}

/** The PKCS #8 prefix of the 32 bytes of an Ed25519 private key. */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

/** A Discord application with a key pair of its own. */
export function newApplication(seed = randomBytes(32)): Application {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: "der", type: "pkcs8" });
  const publicKey = createPublicKey(privateKey);
  return {
    variables: {
      DISCORD_CLIENT_ID: CLIENT.id,
      DISCORD_CLIENT_SECRET: CLIENT.secret,
      DISCORD_PUBLIC_KEY: Buffer.from(publicKey.export({ format: "jwk" }).x!, "base64url").toString("hex"),
    },
    sign(body, at = new Date()) {
      const timestamp = String(Math.floor(at.getTime() / 1000));
      return {
        "X-Signature-Ed25519": sign(null, Buffer.from(timestamp + body), privateKey).toString("hex"),
        "X-Signature-Timestamp": timestamp,
      };
    },
  };
}

/** The application of the server that the contract tests share. That server has no Discord to call. */
export const productApplication = newApplication(Buffer.alloc(32, "pegboard"));

export interface DiscordUser {
  id: string;
  username: string;
  guilds: { id: string; name: string }[];
  /** Whether the person revoked their grant. */
  revoked?: boolean;
}

/**
 * Fakes the used parts of Discord's HTTP API, as described in https://discord.com/developers/docs. The person in
 * `consenting` grants what the next authorization requests.
 */
export async function startDiscord() {
  const state = {
    users: new Map<string, DiscordUser>(),
    consenting: "",
    commands: [] as unknown[],
    isDown: false,
    refreshTokens: new Map<string, string>(),
  };
  let issued = 0;

  function tokensFor(userId: string) {
    const refresh = `refresh-${userId}-${++issued}`;
    state.refreshTokens.set(refresh, userId);
    return {
      token_type: "Bearer",
      access_token: `access-${userId}`,
      expires_in: 604_800,
      refresh_token: refresh,
      scope: "identify guilds",
    };
  }

  function token(request: IncomingMessage, form: URLSearchParams): [number, unknown] {
    const basic = `Basic ${Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString("base64")}`;
    const inForm = form.get("client_id") === CLIENT.id && form.get("client_secret") === CLIENT.secret;
    if (request.headers.authorization !== basic && !inForm) return [401, { error: "invalid_client" }];
    const invalid: [number, unknown] = [400, { error: "invalid_grant" }];
    switch (form.get("grant_type")) {
      case "client_credentials":
        return [200, { token_type: "Bearer", access_token: "access-application", scope: form.get("scope") }];
      case "authorization_code":
        return state.users.has(form.get("code") ?? "") ? [200, tokensFor(form.get("code")!)] : invalid;
      case "refresh_token": {
        const userId = state.refreshTokens.get(form.get("refresh_token") ?? "");
        if (userId === undefined || state.users.get(userId)?.revoked) return invalid;
        state.refreshTokens.delete(form.get("refresh_token")!);
        return [200, tokensFor(userId)];
      }
      default:
        return [400, { error: "unsupported_grant_type" }];
    }
  }

  function resource(route: string, request: IncomingMessage, body: string): [number, unknown] {
    const bearer = request.headers.authorization?.replace("Bearer access-", "") ?? "";
    if (route === `PUT /applications/${CLIENT.id}/commands` && bearer === "application") {
      state.commands = JSON.parse(body) as unknown[];
      return [200, state.commands];
    }
    const user = state.users.get(bearer);
    if (!user || user.revoked) return [401, { message: "401: Unauthorized", code: 0 }];
    const { guilds, revoked: _revoked, ...self } = user;
    if (route === "GET /users/@me") return [200, { ...self, discriminator: "0", avatar: null, global_name: null }];
    if (route === "GET /users/@me/guilds") return [200, guilds.map((guild) => ({ ...guild, permissions: "0" }))];
    return [404, { message: "404: Not Found", code: 0 }];
  }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const url = new URL(request.url!, "http://discord.invalid");
    if (state.isDown) return response.writeHead(503).end();
    if (url.pathname === "/oauth2/authorize") {
      const back = new URL(url.searchParams.get("redirect_uri")!);
      back.searchParams.set("code", state.consenting);
      back.searchParams.set("state", url.searchParams.get("state") ?? "");
      return response.writeHead(302, { Location: back.href }).end();
    }
    const [status, answer] =
      url.pathname === "/oauth2/token"
        ? token(request, new URLSearchParams(body))
        : resource(`${request.method} ${url.pathname}`, request, body);
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
  }

  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    state,
    tokensFor,
    variables: { DISCORD_API_URL: `http://127.0.0.1:${port}` },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
