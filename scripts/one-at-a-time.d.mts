import type { RequestListener } from "node:http";

export function oneAtATime(answer: RequestListener): RequestListener;
