"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { useFieldError } from "@/components/ui/form-context";
import { type Scope, SCOPE_NAMES, SCOPES } from "@/lib/domain/keys/scopes";

const READING = SCOPE_NAMES.filter((scope) => scope.startsWith("read:"));

/** The scopes of a new key. */
export function ScopeChoice() {
  const [chosen, setChosen] = useState<ReadonlySet<Scope>>(new Set());
  const error = useFieldError("scopes");

  function toggle(scope: Scope) {
    const next = new Set(chosen);
    if (!next.delete(scope)) next.add(scope);
    setChosen(next);
  }

  return (
    <fieldset aria-describedby={error && "scopes-error"} className="min-w-0">
      <legend className="mb-2 font-medium">Scopes</legend>
      <div className="mb-3 flex gap-2">
        <Button size="small" onClick={() => setChosen(new Set(READING))}>
          Read only
        </Button>
        <Button size="small" onClick={() => setChosen(new Set(SCOPE_NAMES))}>
          All
        </Button>
        <Button size="small" onClick={() => setChosen(new Set())}>
          None
        </Button>
      </div>
      <div className="grid max-h-64 gap-2.5 overflow-y-auto rounded-control border border-line p-3.5">
        {SCOPE_NAMES.map((scope) => (
          <Checkbox
            key={scope}
            name="scopes"
            value={scope}
            checked={chosen.has(scope)}
            onChange={() => toggle(scope)}
            aria-invalid={error && scope === SCOPE_NAMES[0] ? true : undefined}
            label={<code className="font-mono text-13">{scope}</code>}
            hint={SCOPES[scope]}
          />
        ))}
      </div>
      {error && (
        <p id="scopes-error" className="mt-1.5 text-13 font-medium text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}
