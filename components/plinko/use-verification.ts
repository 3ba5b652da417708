import { useEffect, useState } from "react";
import { verifyDrop, type PastDrop, type Verification } from "@/lib/domain/coins/fairness";

export type Verifying =
  { phase: "computing" } | { phase: "done"; verification: Verification } | { phase: "impossible" };

/** Verifies a drop in this browser. Web Crypto needs a secure context. */
export function useVerification(past: PastDrop): Verifying {
  const [verifying, setVerifying] = useState<Verifying>({ phase: "computing" });
  const { serverSeed, serverSeedHash, clientSeed, nonce, landedBin } = past;
  useEffect(() => {
    let current = true;
    verifyDrop({ serverSeed, serverSeedHash, clientSeed, nonce, landedBin }).then(
      (verification) => current && setVerifying({ phase: "done", verification }),
      () => current && setVerifying({ phase: "impossible" }),
    );
    return () => {
      current = false;
    };
  }, [serverSeed, serverSeedHash, clientSeed, nonce, landedBin]);
  return verifying;
}
