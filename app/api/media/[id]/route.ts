import { files } from "@/lib/api/session/files";
import { onNext } from "@/lib/http/next";
import { readerOf } from "@/lib/http/reader";
import { serveFile } from "@/lib/http/serve-file";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = onNext(serveFile(files.image, readerOf));
