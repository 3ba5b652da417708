import { ShopCard } from "@/components/coins/shop-card";
import { LinkButton } from "@/components/ui/button";

interface PetForSaleProps {
  owned: boolean;
  coins: number;
  /** The viewer's handle: the pet lives on their profile. */
  owner: string;
}

export function PetForSale({ owned, coins, owner }: PetForSaleProps) {
  return (
    <section aria-label="Shop">
      <h2 className="sr-only">Shop</h2>
      <ShopCard
        item="profile-pet"
        owned={owned}
        coins={coins}
        picture={
          <span className="block size-16 bg-[url(/pet/dog.png)] bg-[length:auto_64px] [image-rendering:pixelated]" />
        }
        whenOwned={
          <LinkButton href={`/users/${owner}`} className="grow">
            Visit your dog
          </LinkButton>
        }
      />
    </section>
  );
}
