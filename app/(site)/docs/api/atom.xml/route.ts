import { feedAt } from "@/app/feeds/channels";

export const GET = feedAt("/docs/api", "atom.xml");
