"use client";

import { type ReactNode, useState } from "react";
import { loadOnDemand, preload } from "@/components/shell/load-on-demand";
import { Button, LinkButton } from "@/components/ui/button";

/** A random byte, and what came of it: null while the ball falls. */
interface FirstDrop {
  byte: number;
  result: string | null;
}

interface FirstBallProps {
  site: string;
  /** The board as it is shown until the first drop, in its final size. */
  poster: ReactNode;
  /** What the site is. */
  children: ReactNode;
}

/** Waits for the canvas as well, so that the first ball is seen from its start. */
const load = async () => (await Promise.all([import("./first-ball-board"), import("./stage")]))[0];
const FirstBallBoard = loadOnDemand(load);
const preloadBoard = preload(load);

/** Lets a visitor drop a ball on the real board: worth nothing, and without the server. */
export function FirstBall({ site, poster, children }: FirstBallProps) {
  const [drop, setDrop] = useState<FirstDrop | null>(null);
  const isFalling = drop?.result === null;
  return (
    <div className="grid gap-x-6 gap-y-4 @md:grid-cols-[minmax(0,1fr)_16.5rem] @md:grid-rows-[auto_1fr]">
      {children}
      <div className="mx-auto w-full max-w-72 @md:row-span-2 @md:max-w-none">
        {drop ? (
          <FirstBallBoard
            waiting={poster}
            byte={drop.byte}
            hasLanded={!isFalling}
            onLanded={(result) => setDrop({ ...drop, result })}
            onClose={() => setDrop(null)}
          />
        ) : (
          poster
        )}
      </div>
      <div className="min-w-0 @max-md:text-center">
        <div className="flex flex-wrap gap-2 @max-md:justify-center">
          <Button
            variant="primary"
            // Unlike `disabled`, this keeps the focus.
            aria-disabled={isFalling || undefined}
            aria-describedby="first-ball"
            onClick={() => isFalling || setDrop({ byte: Math.floor(Math.random() * 256), result: null })}
            onPointerEnter={preloadBoard}
            onFocus={preloadBoard}
            className="noscript:hidden"
          >
            Drop a ball
          </Button>
          <LinkButton href="/register" prefetch={false} className="noscript:border-brand">
            Join {site}
          </LinkButton>
        </div>
        {/* As high as its tallest content, so that nothing below it moves. */}
        <div className="mt-3 grid min-h-12 *:[grid-area:1/1]">
          <p id="first-ball" className={drop ? "invisible" : "text-13 text-muted noscript:hidden"}>
            Just to try: it’s worth nothing, and you need no account.
          </p>
          <p role="status" className="text-13">
            {drop?.result && (
              <span className="block animate-enter-up">
                <b className="font-semibold">{drop.result}</b>{" "}
                <span className="text-muted">That one was just for fun. Join, and the next one counts.</span>
              </span>
            )}
          </p>
        </div>
      </div>
    </div>
  );
}
