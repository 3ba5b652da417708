import { feedAt } from "@/app/feeds/channels";

export const GET = feedAt("/news", "rss.xml");
