import { Code } from "@/components/api-docs/code";
import { CodeCard } from "@/components/api-docs/code-card";
import { Guide } from "@/components/api-docs/guide";
import { LanguageLabels, SHOWN_IN } from "@/components/api-docs/languages";
import { Term } from "@/components/api-docs/prose";

export function Pagination({ siteUrl }: { siteUrl: string }) {
  return (
    <Guide
      id="pagination"
      title="Pages"
      aside={
        <CodeCard title={<LanguageLabels />}>
          <Code
            tongue="curl"
            className={SHOWN_IN.curl}
            code={`curl "${siteUrl}/api/v1/feed?limit=50" \\\n  -H "Authorization: Bearer $PEGBOARD_KEY"\n\n# then, with the nextCursor of the answer\ncurl "${siteUrl}/api/v1/feed?limit=50&cursor=pQ3vB2k4…" \\\n  -H "Authorization: Bearer $PEGBOARD_KEY"`}
          />
          <Code tongue="javascript" className={SHOWN_IN.javascript} code={walk(siteUrl)} />
          <Code tongue="python" className={SHOWN_IN.python} code={walkInPython(siteUrl)} />
        </CodeCard>
      }
    >
      <p>
        A list answers <Term>{"{ data, nextCursor }"}</Term>. Send <Term>nextCursor</Term> back as <Term>cursor</Term>,
        exactly as it came, until it is <Term>null</Term>. Stop by the null, never by an empty <Term>data</Term>.
      </p>
      <ul>
        <li>
          <Term>limit</Term> is 1 to 50, and 20 if you say nothing.
        </li>
        <li>What is written or deleted between two pages neither repeats nor hides anything.</li>
        <li>Page ten thousand costs what page one costs.</li>
        <li>A cursor belongs to its list and its filters. Do not build or read one: its form may change.</li>
      </ul>
    </Guide>
  );
}

const walk = (siteUrl: string) => `let cursor = "";
do {
  const response = await fetch(\`${siteUrl}/api/v1/feed?limit=50\${cursor}\`, {
    headers: { Authorization: \`Bearer \${process.env.PEGBOARD_KEY}\` },
  });
  const { data, nextCursor } = await response.json();
  for (const post of data) console.log(post.author.handle, post.content);
  cursor = nextCursor && \`&cursor=\${nextCursor}\`;
} while (cursor);`;

const walkInPython = (siteUrl: string) => `import os
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

export function Idempotency() {
  return (
    <Guide
      id="idempotency"
      title="Safe retries"
      aside={
        <CodeCard title="Sent twice, done once">
          <Code tongue="http" code={REPLAY} />
        </CodeCard>
      }
    >
      <p>
        A connection breaks and you do not know whether the post was made. Send an <Term>Idempotency-Key</Term> with
        every write, and the same again: the second answer is the first one, and nothing happens twice.
      </p>
      <ul>
        <li>Any 1 to 255 printable ASCII characters; a new UUID for each new act is best.</li>
        <li>It is kept for 24 hours, for your account, this method and this path.</li>
        <li>
          The answer of a retry carries <Term>Idempotency-Replayed: true</Term>, and a request id of its own.
        </li>
        <li>
          The same key with another body is refused with <a href="#error-idempotency_conflict">422</a>. While the first
          still runs, <a href="#error-idempotency_in_progress">409</a> asks you to wait.
        </li>
        <li>Only successes are kept. After an error the key is as new.</li>
      </ul>
    </Guide>
  );
}

const REPLAY = `POST /api/v1/posts HTTP/1.1
Idempotency-Key: 5f1c9c1e-3f0b-4e0e-9d0b-0a9d1f9a7c11

HTTP/1.1 201 Created
Idempotency-Replayed: true
X-Request-Id: req_8sKd02mXq1ZpVtB7cYwR4uLn`;
