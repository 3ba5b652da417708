import type { ReactNode } from "react";
import { formatNumber } from "@/components/ui/number";
import type { Fairness } from "@/lib/domain/coins/schema";

/** The commitment to the next drop, to compare it afterwards. */
export function NextDrop({ fairness: { serverSeedHash, clientSeed, nonce } }: { fairness: Fairness }) {
  return (
    <dl className="grid gap-4 text-15">
      <Part name="Hash of our half">
        <code className="font-mono text-13 break-all">{serverSeedHash}</code>
      </Part>
      <Part name="Your half">
        <code className="font-mono text-13 break-all">{clientSeed}</code>
      </Part>
      <Part name="Drops with these seeds so far">{formatNumber(nonce)}</Part>
    </dl>
  );
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-13 text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
