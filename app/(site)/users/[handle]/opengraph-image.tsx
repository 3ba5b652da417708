import { CARD_SIZE } from "@/app/cards/card";
import { answerCard, cardContext } from "@/app/cards/card-request";
import { formatNumber } from "@/components/ui/number";
import { orNotFound } from "@/lib/auth/page-context";
import { getProfileOf } from "@/lib/domain/accounts/users/profile";

export const alt = "A card about somebody";
export const size = CARD_SIZE;
export const contentType = "image/png";

export default async function ProfileCard({ params }: { params: Promise<{ handle: string }> }) {
  const { name, handle, bio, stats } = await orNotFound(getProfileOf(cardContext(), { handle: (await params).handle }));
  return answerCard({
    title: name,
    text: bio,
    by: { name: `Level ${stats.level}`, handle },
    aside: `${formatNumber(stats.followers)} ${stats.followers === 1 ? "follower" : "followers"}`,
  });
}
