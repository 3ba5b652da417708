import type { Metadata } from "next";
import Link from "next/link";
import { Proof } from "@/components/plinko/proof";
import { Card } from "@/components/ui/card";
import { CoinAmount } from "@/components/coins/coin-amount";
import { RelativeTime } from "@/components/ui/relative-time";
import { orNotFound, visitorContext } from "@/lib/auth/page-context";
import { getShownDrop } from "@/lib/domain/play/coins/queries";
import { binNumber } from "@/lib/domain/play/coins/plinko";

export const metadata: Metadata = { title: "A drop", robots: { index: false } };

export default async function DropPage({ params }: PageProps<"/coins/drops/[id]">) {
  const { id } = await params;
  const drop = await orNotFound(getShownDrop(await visitorContext(), { id }));
  const { player, bin, landedBin, amount, nonce, createdAt, serverSeedHash, clientSeed, serverSeed } = drop;
  return (
    <div className="grid gap-6 *:min-w-0">
      <header>
        <h1 className="text-27">
          Drop {nonce} of{" "}
          <Link href={`/users/${player.handle}`} className="link">
            {player.name}
          </Link>
        </h1>
        <p className="mt-2 text-muted">
          <CoinAmount value={amount} /> on cup {binNumber(bin)}; the ball fell into cup {binNumber(landedBin)},{" "}
          <RelativeTime at={createdAt} />.
        </p>
      </header>
      {serverSeed === null ? (
        <Card>
          <h2 className="text-21">The seed is still sealed</h2>
          <p className="mt-1 text-muted">
            {player.name} still plays on it. Once they reveal it, this page computes the drop again. Until then these
            stand fixed:
          </p>
          <dl className="mt-4 grid gap-3 text-13 [&_dd]:font-mono [&_dd]:break-all [&_dt]:font-medium">
            <div>
              <dt>Hash of the server seed</dt>
              <dd>{serverSeedHash}</dd>
            </div>
            <div>
              <dt>Client seed</dt>
              <dd>{clientSeed}</dd>
            </div>
          </dl>
        </Card>
      ) : (
        <Proof past={{ serverSeed, serverSeedHash, clientSeed, nonce, landedBin }} />
      )}
    </div>
  );
}
