import { Code, CodeCard } from "@/components/api-docs/code";
import { Guide } from "@/components/api-docs/prose";
import { errorHref } from "@/components/api-docs/hrefs";
import { LanguageLabels, SHOWN_IN } from "@/components/api-docs/languages";

export function Pagination({ siteUrl }: { siteUrl: string }) {
  return (
    <Guide
      id="pagination"
      title="Pagination"
      aside={
        <CodeCard title={<LanguageLabels />}>
          <Code
            language="curl"
            className={SHOWN_IN.curl}
            code={`curl "${siteUrl}/api/v1/feed?limit=50" \\\n  -H "Authorization: Bearer $PEGBOARD_KEY"\n\n# then, with the nextCursor of the response\ncurl "${siteUrl}/api/v1/feed?limit=50&cursor=pQ3vB2k4…" \\\n  -H "Authorization: Bearer $PEGBOARD_KEY"`}
          />
          <Code language="javascript" className={SHOWN_IN.javascript} code={allPages(siteUrl)} />
          <Code language="python" className={SHOWN_IN.python} code={allPagesInPython(siteUrl)} />
          <Code language="go" className={SHOWN_IN.go} code={allPagesInGo(siteUrl)} />
        </CodeCard>
      }
    >
      <p>
        Lists return <code>{"{ data, nextCursor }"}</code>. Send <code>nextCursor</code> back unchanged as{" "}
        <code>cursor</code> until it is <code>null</code>. Stop on null, not on an empty <code>data</code>.
      </p>
      <ul>
        <li>
          <code>limit</code> is 1 to 50, and 20 by default.
        </li>
        <li>Items that are created or deleted between two pages never cause others to be repeated or skipped.</li>
        <li>Page ten thousand is as fast as page one.</li>
        <li>
          Notifications and events name posts and comments by id. <code>?include=post,comment</code> adds them to each
          item, or null where you cannot read it.
        </li>
        <li>A cursor only works for the same list and filters. Treat it as opaque: its format may change.</li>
      </ul>
    </Guide>
  );
}

const allPages = (siteUrl: string) => `let cursor = "";
do {
  const response = await fetch(\`${siteUrl}/api/v1/feed?limit=50\${cursor}\`, {
    headers: { Authorization: \`Bearer \${process.env.PEGBOARD_KEY}\` },
  });
  const { data, nextCursor } = await response.json();
  for (const post of data) console.log(post.author.handle, post.content);
  cursor = nextCursor && \`&cursor=\${nextCursor}\`;
} while (cursor);`;

const allPagesInPython = (siteUrl: string) => `import os
import requests

session = requests.Session()
session.headers["Authorization"] = f"Bearer {os.environ['PEGBOARD_KEY']}"
query = {"limit": 50}
while True:
    page = session.get("${siteUrl}/api/v1/feed", params=query).json()
    for post in page["data"]:
        print(post["author"]["handle"], post["content"])
    if page["nextCursor"] is None:
        break
    query["cursor"] = page["nextCursor"]`;

const allPagesInGo = (siteUrl: string) => `package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
)

type page struct {
	Data []struct {
		Author  struct{ Handle string }
		Content string
	}
	NextCursor *string
}

func main() {
	query := url.Values{"limit": {"50"}}
	for {
		request, _ := http.NewRequest("GET", "${siteUrl}/api/v1/feed?"+query.Encode(), nil)
		request.Header.Set("Authorization", "Bearer "+os.Getenv("PEGBOARD_KEY"))
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			panic(err)
		}
		var posts page
		json.NewDecoder(response.Body).Decode(&posts)
		response.Body.Close()
		for _, post := range posts.Data {
			fmt.Println(post.Author.Handle, post.Content)
		}
		if posts.NextCursor == nil {
			break
		}
		query.Set("cursor", *posts.NextCursor)
	}
}`;

export function Idempotency() {
  return (
    <Guide
      id="idempotency"
      title="Safe retries"
      aside={{ title: "Sent twice, done once", language: "http", code: REPLAY }}
    >
      <p>
        The connection breaks, and you do not know whether the post was created. Send an <code>Idempotency-Key</code>{" "}
        with every write and reuse it when you retry: you get the first response again, and nothing happens twice.
      </p>
      <ul>
        <li>A key is 1 to 255 printable ASCII characters. A new UUID for each new request works best.</li>
        <li>It is remembered for 24 hours, per account, method and path.</li>
        <li>
          The response to a retry carries <code>Idempotency-Replayed: true</code> and its own request id.
        </li>
        <li>
          The same key with a different body is rejected with <a href={errorHref("idempotency_conflict")}>422</a>. While
          the first request is still running, <a href={errorHref("idempotency_in_progress")}>409</a> asks you to wait.
        </li>
        <li>Only successful responses are remembered. After an error, you can use the key again.</li>
      </ul>
    </Guide>
  );
}

const REPLAY = `POST /api/v1/posts HTTP/1.1
Idempotency-Key: 5f1c9c1e-3f0b-4e0e-9d0b-0a9d1f9a7c11

HTTP/1.1 201 Created
Idempotency-Replayed: true
X-Request-Id: req_8sKd02mXq1ZpVtB7cYwR4uLn`;
