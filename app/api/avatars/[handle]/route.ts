import { files } from "@/lib/api/session/files";
import { serveFile } from "@/lib/http/serve-file";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveFile(files.avatar);
