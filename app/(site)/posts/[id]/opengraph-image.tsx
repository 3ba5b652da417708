import { CARD_SIZE } from "@/app/cards/card";
import { answerCard, cardContext } from "@/app/cards/card-request";
import { plainText } from "@/components/posts/text-parts";
import { orNotFound } from "@/lib/auth/page-context";
import { getTimelinePost } from "@/lib/domain/writing/posts/timeline";

export const alt = "A card with a post";
export const size = CARD_SIZE;
export const contentType = "image/png";

export default async function PostCard({ params }: { params: Promise<{ id: string }> }) {
  const { author, content, warning } = await orNotFound(getTimelinePost(cardContext(), { id: (await params).id }));
  return answerCard({ title: warning ?? (plainText(content) || "A picture"), by: author });
}
