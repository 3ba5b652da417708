import { card, CARD_SIZE } from "@/app/cards/card";
import { cardContext } from "@/app/cards/card-context";
import { formatNumber } from "@/components/ui/number";
import { orNotFound } from "@/lib/auth/page-context";
import { getProfileOf } from "@/lib/domain/users/profile";

export const alt = "A card about somebody";
export const size = CARD_SIZE;
export const contentType = "image/png";

export default async function ProfileCard({ params }: { params: Promise<{ handle: string }> }) {
  const { name, handle, bio, stats } = await orNotFound(getProfileOf(cardContext(), { handle: (await params).handle }));
  return card({
    title: name,
    text: bio,
    by: { name: `Level ${stats.level}`, handle },
    aside: `${formatNumber(stats.followers)} ${stats.followers === 1 ? "follower" : "followers"}`,
  });
}
