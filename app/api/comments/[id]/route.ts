import { engagement } from "@/lib/api/session/engagement";
import { mountSession } from "@/lib/http/next-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountSession(
  engagement.updateComment,
  engagement.deleteComment,
);
