"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState, useTransition } from "react";
import { onUserAction } from "@/components/quests/user-actions";
import { Button, LinkButton } from "@/components/ui/button";

/** Says why the feed is empty; once the viewer follows somebody here, offers to fill it. */
export function EmptyFeedHeading({ follows }: { follows: boolean }) {
  const router = useRouter();
  const [hasFollowed, setHasFollowed] = useState(false);
  const [isLoading, load] = useTransition();
  useEffect(() => onUserAction((action) => action === "follow" && setHasFollowed(true)), []);

  if (hasFollowed)
    return (
      <Heading title="Your feed is ready" text="Follow more people, or see what those you chose have posted.">
        <Button variant="primary" pending={isLoading} onClick={() => load(() => router.refresh())} className="mt-5">
          Show my feed
        </Button>
      </Heading>
    );
  return (
    <Heading
      title={follows ? "Nothing here yet" : "Your feed is empty"}
      text={
        follows
          ? "The people you follow have posted nothing so far. Follow a few more, or look at what everyone is up to."
          : "Follow a few people to see their posts here, or look at what everyone is up to."
      }
    >
      <LinkButton href="/?feed=everyone" className="mt-5">
        See everyone’s posts
      </LinkButton>
    </Heading>
  );
}

function Heading({ title, text, children }: { title: string; text: string; children: React.ReactNode }) {
  return (
    <div className="px-6 py-10 text-center">
      <h2 id="quiet" className="text-21">
        {title}
      </h2>
      <p className="mx-auto mt-1.5 max-w-sm text-balance text-muted">{text}</p>
      {children}
    </div>
  );
}
