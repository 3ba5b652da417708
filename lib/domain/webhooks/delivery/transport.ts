import { findUrlProblem } from "@/lib/domain/webhooks/address";
import { MAX_RESPONSE_BYTES, TIMEOUT_MS } from "@/lib/domain/webhooks/rules";
import { describeRequestError, sendToPublic } from "@/lib/infra/network/public-request";

/** The result of a request: a response, or a message to the endpoint's owner that says why there is none. */
export type HttpResult =
  | { kind: "response"; status: number; body: string; retryAfter: string | undefined }
  | { kind: "error"; message: string };

/** Sends a POST request to an endpoint's URL, within `TIMEOUT_MS`. Never rejects. */
export async function postBody(target: string, headers: Record<string, string>, body: string): Promise<HttpResult> {
  const problem = findUrlProblem(target);
  if (problem) return { kind: "error", message: problem };
  try {
    const {
      status,
      headers: received,
      body: text,
    } = await sendToPublic({
      method: "POST",
      url: new URL(target),
      headers: { ...headers, "Content-Length": `${Buffer.byteLength(body)}` },
      body,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_RESPONSE_BYTES,
    });
    return { kind: "response", status, body: text, retryAfter: received["retry-after"] };
  } catch (error) {
    return { kind: "error", message: describeRequestError(error) };
  }
}
