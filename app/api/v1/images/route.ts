import { images } from "@/lib/api/v1/images";
import { onNext } from "@/lib/http/next";
import { serve } from "@/lib/http/pipeline/serve";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = onNext(serve(images.upload));
