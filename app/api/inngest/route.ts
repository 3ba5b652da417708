import { answerInngest } from "@/lib/jobs/inngest";

export const maxDuration = 60;

export { answerInngest as GET, answerInngest as POST, answerInngest as PUT };
