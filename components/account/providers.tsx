"use client";

import { reportFailure } from "@/components/shell/report-failure";
import { Button } from "@/components/ui/button";
import { signInWith } from "@/lib/client/sign-in";

interface Provider {
  id: string;
  name: string;
}

export function Providers({ providers, callbackURL }: { providers: readonly Provider[]; callbackURL: string }) {
  if (providers.length === 0) return null;
  return (
    <div className="mb-6 flex flex-col gap-3 border-b border-line pb-6">
      {providers.map(({ id, name }) => (
        <Button key={id} size="large" onClick={() => void signInWith(id, callbackURL).catch(reportFailure)}>
          Continue with {name}
        </Button>
      ))}
    </div>
  );
}
