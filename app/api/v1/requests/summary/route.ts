import { requests } from "@/lib/api/v1/requests";
import { onNext } from "@/lib/http/next";
import { serve } from "@/lib/http/pipeline/serve";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = onNext(serve(requests.summarize));
