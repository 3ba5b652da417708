import { CARD_SIZE } from "@/app/cards/card";
import { answerCard, cardContext } from "@/app/cards/card-request";
import { orNotFound } from "@/lib/auth/page-context";
import { getBlogPost } from "@/lib/domain/writing/articles/queries";

export const alt = "A card about a post of the blog";
export const size = CARD_SIZE;
export const contentType = "image/png";

export default async function BlogCard({ params }: { params: Promise<{ slug: string }> }) {
  const { title, description } = await orNotFound(getBlogPost(cardContext(), { slug: (await params).slug }));
  return answerCard({ kicker: "Blog", title, text: description });
}
