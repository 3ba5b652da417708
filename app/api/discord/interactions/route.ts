import { after } from "next/server";
import { serveInteractions } from "@/lib/api/discord/interactions";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveInteractions((job) => after(job));
