import { onNext } from "@/lib/http/next";
import { serveUnknown } from "@/lib/http/pipeline/serve";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = onNext(serveUnknown());
