import { account } from "@/lib/api/in-app/account";
import { serveInApp } from "@/lib/http/serve-in-app";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveInApp(account.setPicture, account.removePicture);
