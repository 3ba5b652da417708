import { handleInngest } from "@/lib/queue/inngest-functions";

export const maxDuration = 60;

export { handleInngest as GET, handleInngest as POST, handleInngest as PUT };
