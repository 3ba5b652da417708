import { handleCron } from "@/lib/queue/cron-route";

export const maxDuration = 60;

export { handleCron as GET, handleCron as POST };
