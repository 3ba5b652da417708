import { DISCORD } from "@/lib/domain/play/guilds/rules";
import { env } from "@/lib/infra/environment/env";

/** Returns the OAuth providers that this deployment has credentials for. */
export function oauthProviders(): { id: string; name: string }[] {
  const { discord, oauth } = env();
  return [
    ...(oauth.github ? [{ id: "github", name: "GitHub" }] : []),
    ...(oauth.google ? [{ id: "google", name: "Google" }] : []),
    ...(discord ? [{ id: DISCORD, name: "Discord" }] : []),
  ];
}
