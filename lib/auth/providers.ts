import { env } from "@/lib/infra/env";

/** The OAuth providers that this deployment has the credentials of. */
export function oauthProviders(): { id: string; name: string }[] {
  const { github, google } = env().oauth;
  return [...(github ? [{ id: "github", name: "GitHub" }] : []), ...(google ? [{ id: "google", name: "Google" }] : [])];
}
