import { CallFailure, readAnswer } from "./call";

interface Upload {
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Sends one image; fetch could not say how far it has come. */
export function uploadImage(file: File, { onProgress, signal }: Upload): Promise<{ id: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/api/images");
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => lengthComputable && onProgress(loaded / total);
    request.onload = () => {
      try {
        resolve(readAnswer<{ id: string }>(request.status, request.responseText));
      } catch (error) {
        reject(error);
      }
    };
    request.onerror = () => reject(new CallFailure("lost", "The picture did not reach us. Check your connection and try again."));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener("abort", () => request.abort(), { once: true });
    const form = new FormData();
    form.set("image", file);
    request.send(form);
  });
}
