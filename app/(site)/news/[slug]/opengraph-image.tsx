import { CARD_SIZE } from "@/app/cards/card";
import { answerCard, cardContext } from "@/app/cards/card-request";
import { orNotFound } from "@/lib/auth/page-context";
import { getNewsArticle } from "@/lib/domain/writing/articles/queries";

export const alt = "A card about an article of the news";
export const size = CARD_SIZE;
export const contentType = "image/png";

export default async function NewsCard({ params }: { params: Promise<{ slug: string }> }) {
  const { title, description, source } = await orNotFound(getNewsArticle(cardContext(), { slug: (await params).slug }));
  return answerCard({ kicker: "News", title, text: description, aside: `After ${source.publisher}` });
}
