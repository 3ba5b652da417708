import { account } from "@/lib/api/session/account";
import { mountSession } from "@/lib/http/next-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountSession(account.setAvatar, account.removeAvatar);
