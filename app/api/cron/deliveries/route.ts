import { answerCron } from "@/lib/jobs/cron";

export const maxDuration = 60;

export { answerCron as GET, answerCron as POST };
