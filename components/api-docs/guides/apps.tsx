import { Guide } from "@/components/api-docs/prose";

export function Apps({ siteUrl }: { siteUrl: string }) {
  return (
    <Guide
      id="apps"
      title="Acting for other people"
      aside={{ title: "From a code to a token", language: "curl", code: steps(siteUrl) }}
    >
      <p>
        A key is yours alone. Other people let your <em>app</em> act for them by OAuth 2.1, see what it may do, and can
        end that in their settings. Any client library does the work: it finds every address at{" "}
        <a href="/.well-known/oauth-authorization-server">/.well-known/oauth-authorization-server</a>.
      </p>
      <ul>
        <li>
          Register it in <a href="/settings/developer">Settings → Developer</a>, or let the client ID be the HTTPS
          address of a JSON document with <code>client_id</code>, <code>client_name</code> and{" "}
          <code>redirect_uris</code>.
        </li>
        <li>
          Send people to <code>/oauth/authorize</code>. PKCE with <code>S256</code> is required of every app.
        </li>
        <li>
          An access token works like a key, for an hour. The refresh token gives the next ones, and is replaced each
          time: the same one gives the same successor for a minute, and ends everything if it is used later.
        </li>
        <li>
          A program without a browser asks <code>/api/oauth/device-authorization</code> for a code, and people type it
          at <a href="/device">/device</a>.
        </li>
        <li>
          A 401 or 403 says in <code>WWW-Authenticate</code> which scope is missing. No scope lets an app bet, buy, top
          up or play.
        </li>
      </ul>
      <p>
        <a href="/docs/api/apps.md">From nothing to a post</a> goes through all of it.
      </p>
    </Guide>
  );
}

const steps = (siteUrl: string) => `# they come back to your redirect URI with ?code=…&state=…&iss=…
curl "${siteUrl}/api/oauth/token" \\
  -d grant_type=authorization_code \\
  -d client_id=app_… \\
  -d redirect_uri=https://app.example/callback \\
  -d code=pb_code_… \\
  -d code_verifier=…

# {"access_token":"pb_access_…","expires_in":3600,
#  "refresh_token":"pb_refresh_…","scope":"write:posts"}`;
