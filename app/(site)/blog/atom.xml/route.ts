import { feedAt } from "@/app/feeds/channels";

export const GET = feedAt("/blog", "atom.xml");
