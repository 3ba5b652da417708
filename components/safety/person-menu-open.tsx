import { useState } from "react";
import { ReportOnDemand } from "@/components/moderation/report-button";
import { removedPosts } from "@/components/posts/edited-posts";
import type { OpenMenuProps } from "@/components/shell/load-on-demand";
import { reportFailure } from "@/components/shell/report-failure";
import { Menu, MenuItem } from "@/components/ui/menu";
import { useDone } from "@/components/shell/use-done";
import { call } from "@/lib/client/call";
import { HideDialog, type Hiding, HideItems } from "./hide-dialog";

export interface PersonMenuProps {
  person: { id: string; handle: string };
  muted: boolean;
}

export default function OpenPersonMenu({ person, muted, trigger }: PersonMenuProps & OpenMenuProps) {
  const [hiding, setHiding] = useState<Hiding | null>(null);
  const [reporting, setReporting] = useState(false);
  const endReport = () => setReporting(false);
  const done = useDone();

  function unmute() {
    call("DELETE /api/users/{handle}/mute", { handle: person.handle }).then(() => {
      removedPosts.restore(person.id);
      done(`You no longer mute @${person.handle}.`);
    }, reportFailure);
  }

  return (
    <>
      <Menu defaultOpen trigger={trigger}>
        {muted && <MenuItem icon="volume-2" label={`Unmute @${person.handle}`} onSelect={unmute} />}
        <MenuItem icon="flag" label={`Report @${person.handle}`} onSelect={() => setReporting(true)} />
        <HideItems handle={person.handle} muted={muted} onSelect={setHiding} />
      </Menu>
      {reporting && <ReportOnDemand subject={{ type: "user", id: person.id }} onClose={endReport} />}
      <HideDialog
        person={person}
        hiding={hiding}
        onClose={() => setHiding(null)}
        onHidden={(how) => how === "mute" && removedPosts.restore(person.id)}
      />
    </>
  );
}
