import { CallError, parseResponse } from "./call-error";
import { pageAccount } from "./page-account";
import { proofStore, withProof } from "./proof-store";
import type { OutputOf, Route } from "./routes";

export interface UploadOptions {
  /** Receives the fraction that has been sent, from 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

export type UploadRoute = "POST /api/images" | "POST /api/account/avatar" | "POST /api/admin/site/logo";

/** Uploads one image, repeated after a proof of identity if required. @throws CallError, or the signal's reason. */
export function upload<R extends UploadRoute>(
  route: R,
  image: File,
  options: UploadOptions = {},
): Promise<OutputOf<R>> {
  const form = new FormData();
  form.set("image", image);
  const path = route.slice("POST ".length);
  return withProof(() => sendForm(route, { path, form }, options), proofStore.ask);
}

/** Sends a form with a file. Uses XMLHttpRequest, because fetch reports no progress. @throws as `upload` */
export function sendForm<R extends Route>(
  route: R,
  { path, form }: { path: string; form: FormData },
  { onProgress, signal }: UploadOptions,
): Promise<OutputOf<R>> {
  const [method = ""] = route.split(" ");
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    const renderedFor = pageAccount();
    if (renderedFor !== undefined) request.setRequestHeader("X-Page-Account", renderedFor);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) =>
      lengthComputable && onProgress?.(loaded / total);
    request.onload = () => {
      try {
        const retryAfter = request.getResponseHeader("Retry-After");
        resolve(parseResponse({ status: request.status, body: request.responseText, retryAfter }, Date.now()));
      } catch (error) {
        reject(error);
      }
    };
    request.onerror = () =>
      reject(new CallError("network", "That didn’t reach us. Check your connection and try again."));
    request.onabort = () => reject(signal?.reason as Error);
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}
