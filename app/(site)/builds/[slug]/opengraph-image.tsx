import { CARD_SIZE } from "@/app/cards/card";
import { answerCard, cardContext } from "@/app/cards/card-request";
import { orNotFound } from "@/lib/auth/page-context";
import { getBuild } from "@/lib/domain/writing/builds/queries";

export const alt = "A card about a build";
export const size = CARD_SIZE;
export const contentType = "image/png";

export default async function BuildCard({ params }: { params: Promise<{ slug: string }> }) {
  const { title, description, author, technologies } = await orNotFound(
    getBuild(cardContext(), { slug: (await params).slug }),
  );
  return answerCard({
    kicker: "Build",
    title,
    text: description,
    by: author,
    aside: technologies.slice(0, 3).join(", "),
  });
}
