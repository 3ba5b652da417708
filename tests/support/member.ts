import { randomUUID } from "node:crypto";
import type { BrowserContext } from "@playwright/test";

export interface Member {
  handle: string;
  name: string;
  password: string;
}

const PASSWORD = "four words make one";

/** Creates an account and signs this browser in, without the sign-up and login pages, which have their own tests. */
export async function joinAs({ request }: BrowserContext, name: string): Promise<Member> {
  const handle = `${name
    .toLowerCase()
    .replace(/[^a-z]/g, "")
    .slice(0, 8)}_${randomUUID().slice(0, 8)}`;
  await expectOk(
    request.post("/api/register", { data: { name, handle, email: `${handle}@example.com`, password: PASSWORD } }),
  );
  const { csrfToken } = (await (await request.get("/api/auth/csrf")).json()) as { csrfToken: string };
  await expectOk(
    request.post("/api/auth/callback/credentials", {
      form: { csrfToken, login: handle, password: PASSWORD, json: "true", callbackUrl: "/" },
    }),
  );
  return { handle, name, password: PASSWORD };
}

async function expectOk(answer: ReturnType<BrowserContext["request"]["post"]>): Promise<void> {
  const response = await answer;
  if (!response.ok()) throw new Error(`${response.url()} answered ${response.status()}: ${await response.text()}`);
}
