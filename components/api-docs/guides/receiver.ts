/** A complete receiver in a few lines. tests/contract/receiver.test.ts runs each. */
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

  go: `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"sync"
	"time"
)

var (
	seen = map[string]bool{} // in production: a unique column in your database
	lock sync.Mutex
	at   = regexp.MustCompile(\`t=(\\d+)\`)
	v1   = regexp.MustCompile(\`v1=([0-9a-f]{64})\`)
)

func receive(response http.ResponseWriter, request *http.Request) {
	body, _ := io.ReadAll(io.LimitReader(request.Body, 1<<20))
	header := request.Header.Get("X-Service-Signature")
	moment := append(at.FindStringSubmatch(header), "", "")[1]
	mac := hmac.New(sha256.New, []byte(os.Getenv("WEBHOOK_SECRET")))
	mac.Write([]byte(moment + "."))
	mac.Write(body)
	expected, genuine := hex.EncodeToString(mac.Sum(nil)), false
	for _, given := range v1.FindAllStringSubmatch(header, -1) {
		genuine = genuine || hmac.Equal([]byte(given[1]), []byte(expected))
	}
	seconds, _ := strconv.ParseInt(moment, 10, 64)
	if age := time.Since(time.Unix(seconds, 0)); !genuine || age.Abs() > 5*time.Minute {
		response.WriteHeader(http.StatusBadRequest)
		return
	}
	var envelope struct {
		ID, Event string
		Data      json.RawMessage
	}
	json.Unmarshal(body, &envelope)
	lock.Lock()
	defer lock.Unlock()
	if !seen[envelope.ID] {
		fmt.Println(envelope.Event, string(envelope.Data))
	}
	seen[envelope.ID] = true
	response.WriteHeader(http.StatusNoContent)
}

func main() {
	port := os.Getenv("PORT")
	if port == "" {
		port = "4000"
	}
	panic(http.ListenAndServe(":"+port, http.HandlerFunc(receive)))
}`,
};
