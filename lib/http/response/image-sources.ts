/** Hosts of profile pictures that come from an OAuth provider. */
const PROVIDERS = {
  GITHUB_CLIENT_ID: "https://avatars.githubusercontent.com",
  GOOGLE_CLIENT_ID: "https://*.googleusercontent.com",
  DISCORD_CLIENT_ID: "https://cdn.discordapp.com",
};

/** Lists the only hosts: any other would learn who reads a page. In the middleware, `env()` is not available. */
export function imageSources(variables: Record<string, string | undefined>): string {
  // Image URLs are absolute, but a page may be viewed under another host name.
  const onVercel = [variables.VERCEL_PROJECT_PRODUCTION_URL, variables.VERCEL_URL].map(
    (host) => host && `https://${host}`,
  );
  const own = [variables.NEXTAUTH_URL, ...onVercel, variables.S3_PUBLIC_URL].flatMap((url) =>
    url && URL.canParse(url) ? [new URL(url).origin] : [],
  );
  const providers = Object.entries(PROVIDERS).flatMap(([name, host]) => (variables[name] ? [host] : []));
  return ["'self'", "data:", "blob:", ...new Set([...own, ...providers])].join(" ");
}
