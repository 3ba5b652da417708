import { handleCron } from "@/lib/queue/poll";

export const maxDuration = 60;

export { handleCron as GET, handleCron as POST };
