import { useViewer } from "@/components/shell/viewer-context";
import { Dialog } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { SHORTCUTS } from "./shortcuts";

export default function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const viewer = useViewer();
  return (
    <Dialog
      title="Keyboard shortcuts"
      description="They’re off while you type."
      open
      onOpenChange={(open) => !open && onClose()}
      className="sm:w-[min(40rem,calc(100vw-3rem))]!"
    >
      <div className="gap-8 sm:columns-2">
        {Object.entries(SHORTCUTS).map(([title, shortcuts]) => (
          <section key={title} className="mb-5 break-inside-avoid">
            <h3 className="mb-1.5 text-15 font-semibold">{title}</h3>
            <dl className="divide-y divide-line">
              {shortcuts
                .filter(({ member }) => viewer || !member)
                .map(({ keys, label }) => (
                  <div key={label} className="flex items-center justify-between gap-3 py-1.5">
                    <dt>{label}</dt>
                    <dd className="flex gap-1">
                      {keys.map((key) => (
                        <Kbd key={key}>{key}</Kbd>
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
