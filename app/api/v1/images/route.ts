import { images } from "@/lib/api/v1/images";
import { mountApi } from "@/lib/http/next-api";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountApi(images.upload);
