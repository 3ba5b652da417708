import { files } from "@/lib/api/session/files";
import { onNext } from "@/lib/http/next";
import { fileViewerOf, serveFile } from "@/lib/http/response/serve-file";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = onNext(serveFile(files.image, fileViewerOf));
