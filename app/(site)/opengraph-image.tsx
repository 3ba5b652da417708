import { CARD_SIZE } from "@/app/cards/card";
import { answerCard } from "@/app/cards/card-request";

export const alt = "A board for people who make things";
export const size = CARD_SIZE;
export const contentType = "image/png";
export const dynamic = "force-dynamic";

export default function SiteCard() {
  return answerCard({
    title: "A board for people who make things",
    text: "Post, build and drop the ball. A social platform with an API that developers like.",
  });
}
