import { CallFailure, readAnswer } from "./call";

interface Upload {
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Sends one image that waits for its post. */
export function uploadImage(file: File, upload: Upload): Promise<{ id: string }> {
  return send("/api/images", file, upload);
}

/** Sends the image that shows the reader from now on. */
export function uploadPicture(file: File): Promise<{ image: string }> {
  return send("/api/account/picture", file, { onProgress: () => undefined, signal: new AbortController().signal });
}

/** Fetch could not say how far a file has come. */
function send<T>(path: string, file: File, { onProgress, signal }: Upload): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => lengthComputable && onProgress(loaded / total);
    request.onload = () => {
      try {
        resolve(readAnswer<T>(request.status, request.responseText));
      } catch (error) {
        reject(error);
      }
    };
    request.onerror = () =>
      reject(new CallFailure("lost", "The picture did not reach us. Check your connection and try again."));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener("abort", () => request.abort(), { once: true });
    const form = new FormData();
    form.set("image", file);
    request.send(form);
  });
}
