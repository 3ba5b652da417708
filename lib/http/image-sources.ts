/** Where people's pictures are who signed in with a provider and have not chosen another. */
const PROVIDERS = {
  GITHUB_CLIENT_ID: "https://avatars.githubusercontent.com",
  GOOGLE_CLIENT_ID: "https://*.googleusercontent.com",
};

/** Where a page may load images from, for its Content-Security-Policy. Any other host would learn who reads. Read in the middleware, where `env()` is not. */
export function imageSources(variables: Record<string, string | undefined>): string {
  // Addresses of images are absolute, and a page may be seen under another name of this host.
  const onVercel = [variables.VERCEL_PROJECT_PRODUCTION_URL, variables.VERCEL_URL].map(
    (host) => host && `https://${host}`,
  );
  const own = [variables.NEXTAUTH_URL, ...onVercel, variables.S3_PUBLIC_URL].flatMap((url) =>
    url && URL.canParse(url) ? [new URL(url).origin] : [],
  );
  const providers = Object.entries(PROVIDERS).flatMap(([name, host]) => (variables[name] ? [host] : []));
  return ["'self'", "data:", "blob:", ...new Set([...own, ...providers])].join(" ");
}
