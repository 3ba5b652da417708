import { Lead, Rows, Section } from "@/components/ui/section";
import { MAX_ARCHIVE_BYTES, UNDO_MS } from "@/lib/domain/accounts/imports/rules";
import type { ImportItem } from "@/lib/domain/accounts/imports/schema";
import { DAY_MS } from "@/lib/domain/kernel/durations";
import { ImportForm } from "./import-form";
import { ImportRow } from "./import-row";
import { isOpen } from "./statuses";

export function ImportSettings({ imports }: { imports: readonly ImportItem[] }) {
  return (
    <Section id="import" title="Bring an account here">
      <Lead>
        What you wrote elsewhere, with its dates and pictures, from the archive that you can download there, of up to{" "}
        {MAX_ARCHIVE_BYTES / 1_000_000} MB. Nobody is notified. What is here already isn’t brought twice, and for{" "}
        {UNDO_MS / DAY_MS} days you can undo all of it.
      </Lead>
      {!imports.some(isOpen) && <ImportForm />}
      {imports.length > 0 && (
        <div className="mt-6">
          <Rows of={imports}>{(item) => <ImportRow key={item.id} item={item} />}</Rows>
        </div>
      )}
    </Section>
  );
}
