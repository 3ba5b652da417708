"use client";

import { Button } from "@/components/ui/button";
import { LinkButton } from "@/components/ui/link-button";
import { Stranded } from "./stranded";

export interface BrokenProps {
  error: Error & { digest?: string };
  reset: () => void;
}

export function Broken({ error, reset }: BrokenProps) {
  return (
    <Stranded
      title="The ball got stuck"
      actions={<><Button variant="primary" onClick={reset}>Try again</Button><LinkButton href="/">To the feed</LinkButton></>}
    >
      <p>Something broke on our side while making this page. Trying again often helps.</p>
      {error.digest && <p className="mt-2 text-13">If you write to us about it, name <code className="font-mono">{error.digest}</code>.</p>}
    </Stranded>
  );
}
