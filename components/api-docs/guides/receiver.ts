/** A complete receiver in a few lines. tests/contract/receiver.test.ts runs both. */
export const RECEIVER = {
  javascript: `import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const seen = new Set(); // in production: a unique column in your database

createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray());
  const header = String(request.headers["x-service-signature"]);
  const [, time] = /t=(\\d+)/.exec(header) ?? [];
  const expected = createHmac("sha256", process.env.WEBHOOK_SECRET).update(\`\${time}.\`).update(body).digest();
  const given = [...header.matchAll(/v1=([0-9a-f]{64})/g)].map(([, hex]) => Buffer.from(hex, "hex"));
  const genuine = given.some((signature) => timingSafeEqual(signature, expected));
  if (!genuine || Math.abs(Date.now() / 1000 - time) > 300) return response.writeHead(400).end();
  const { id, event, data } = JSON.parse(body);
  if (!seen.has(id)) console.log(event, data);
  seen.add(id);
  response.writeHead(204).end();
}).listen(process.env.PORT ?? 4000);`,

  python: `import hashlib, hmac, json, os, re, time
from http.server import BaseHTTPRequestHandler, HTTPServer

SECRET = os.environ["WEBHOOK_SECRET"].encode()
seen = set()  # in production: a unique column in your database

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        header = self.headers.get("X-Service-Signature", "")
        moment = int((re.findall(r"t=(\\d+)", header) or [0])[0])
        expected = hmac.new(SECRET, b"%d." % moment + body, hashlib.sha256).hexdigest()
        genuine = any(hmac.compare_digest(given, expected) for given in re.findall(r"v1=(\\w+)", header))
        if not genuine or abs(time.time() - moment) > 300:
            return self.send_error(400)
        envelope = json.loads(body)
        if envelope["id"] not in seen:
            print(envelope["event"], envelope["data"], flush=True)
        seen.add(envelope["id"])
        self.send_response(204)
        self.end_headers()

HTTPServer(("", int(os.environ.get("PORT", 4000))), Receiver).serve_forever()`,
};
