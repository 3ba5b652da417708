import { type ReactNode, useEffect, useState } from "react";
import { Icon } from "@/components/ui/icon";

export function Verdict({ kept, yes, no }: { kept: boolean; yes: ReactNode; no: ReactNode }) {
  return (
    <li className={kept ? "flex gap-2.5 text-good" : "flex gap-2.5 text-bad"}>
      <Icon name={kept ? "circle-check" : "circle-x"} className="mt-[0.15em] size-[1.2em] shrink-0" />
      {kept ? yes : no}
    </li>
  );
}

/** The shell command that computes the HMAC which decides a drop. */
export const hmacCommand = (serverSeed: string, message: string) =>
  `printf %s '${message.replaceAll("'", `'\\''`)}' | openssl dgst -sha256 -hmac ${serverSeed} -r`;

type Verifying<Result> = { phase: "computing" } | { phase: "done"; result: Result } | { phase: "impossible" };

/** Verifies in this browser; `verify` must stay the same function. Web Crypto needs a secure context. */
export function useVerification<Result>(verify: () => Promise<Result>): Verifying<Result> {
  const [verifying, setVerifying] = useState<Verifying<Result>>({ phase: "computing" });
  useEffect(() => {
    let isCurrent = true;
    verify().then(
      (result) => isCurrent && setVerifying({ phase: "done", result }),
      () => isCurrent && setVerifying({ phase: "impossible" }),
    );
    return () => void (isCurrent = false);
  }, [verify]);
  return verifying;
}
