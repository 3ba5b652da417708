import type { ReactNode } from "react";
import { FileChoice } from "@/components/media/file-choice";
import { isAcceptable } from "@/components/media/use-images";
import { useRefreshingAction } from "@/components/shell/use-action";
import { upload, type UploadRoute } from "@/lib/client/upload";
import { Button, Spinner } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { toastStore } from "@/components/ui/toast-store";

interface ImageChoiceProps {
  label: string;
  /** The current picture. */
  children: ReactNode;
  hint: string;
  /** The label of the button that chooses a file. */
  choose: string;
  route: Exclude<UploadRoute, "POST /api/images">;
  /** The message after the picture was changed. */
  changed: string;
  /** How to remove the picture, and the message after that; null where there is none to remove. */
  removal: { remove: () => Promise<unknown>; removed: string } | null;
}

/** A picture with buttons to choose another one and to remove it. Changes are saved immediately. */
export function ImageChoice({ label, children, hint, choose, route, changed, removal }: ImageChoiceProps) {
  const { pending: saving, act } = useRefreshingAction();

  const save = (work: () => Promise<unknown>, text: string) =>
    act(async () => {
      await work();
      toastStore.add({ text, tone: "plain" });
    });

  function onChoice([file]: File[]) {
    if (file && isAcceptable(file)) void save(() => upload(route, file), changed);
  }

  return (
    <div role="group" aria-label={label} className="flex items-center gap-4">
      {children}
      <div>
        <div className="flex flex-wrap gap-2">
          <FileChoice busy={saving} onFiles={onChoice} className={buttonStyle({ size: "small" })}>
            {saving && <Spinner />}
            {choose}
          </FileChoice>
          {removal && (
            <Button
              size="small"
              variant="bare"
              disabled={saving}
              onClick={() => void save(removal.remove, removal.removed)}
            >
              Remove
            </Button>
          )}
        </div>
        <p className="mt-2 text-13 text-muted">{hint}</p>
      </div>
    </div>
  );
}
