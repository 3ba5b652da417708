"use client";

import { useState } from "react";
import { useDone } from "@/components/shell/use-done";
import { Field, Input, Select } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { sendArchive } from "@/lib/client/send-archive";
import type { ImportItem } from "@/lib/domain/accounts/imports/schema";
import { Progress } from "./progress";
import { SOURCES } from "./sources";

type SourceName = ImportItem["source"];
const NAMES = Object.keys(SOURCES) as SourceName[];

/** Chooses an archive and sends it. It is read in the background, and the page need not stay open for that. */
export function ImportForm() {
  const done = useDone();
  const [source, setSource] = useState<SourceName>(NAMES[0]!);
  const [sent, setSent] = useState<{ bytes: number; of: number }>();
  const { accept, hint } = SOURCES[source];

  async function submit(entries: FormData) {
    const archive = entries.get("archive") as File;
    const onProgress = (bytes: number) => setSent({ bytes, of: archive.size });
    onProgress(0);
    await sendArchive(archive, { source, onProgress }).finally(() => setSent(undefined));
    done("The archive is here. You can leave the page while it is read.");
  }

  return (
    <Form action="Bring it here" submit={submit} narrow className="flex max-w-130 flex-col gap-5">
      <Field label="From" name="source" hint={hint}>
        <Select
          value={source}
          onChange={({ target }) => setSource(target.value as SourceName)}
          options={NAMES.map((name) => [name, SOURCES[name].name])}
        />
      </Field>
      <Field label="Archive" name="archive">
        <Input type="file" required accept={accept} className="py-1.5 file:mr-3 file:font-medium" />
      </Field>
      {sent && <Progress label="Sent, in MB" done={megabytes(sent.bytes)} total={megabytes(sent.of)} />}
    </Form>
  );
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000);
