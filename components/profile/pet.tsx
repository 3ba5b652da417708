"use client";

import { type CSSProperties, useRef, type RefObject, useEffect, useState } from "react";
import { prefersReducedMotion } from "@/components/ui/prefers-reduced-motion";
import styles from "./pet.module.css";
import { facingOf, placeOf, isNight, lasts, next, type PetState } from "./pet-life";

export function Pet({ owner }: { owner: string }) {
  const strip = useRef<HTMLDivElement>(null);
  const { pet, time, watch, leave, pat } = usePet(strip);
  return (
    <div ref={strip} className={styles.strip}>
      <div aria-hidden className={styles.far} />
      <button
        type="button"
        aria-label={`Pat ${owner}’s dog`}
        data-pose={pet.pose}
        data-facing={facingOf(pet)}
        className={styles.pet}
        style={{ "--x": placeOf(pet), "--walk": `${time}ms` } as CSSProperties}
        onPointerEnter={(event) => watch(event.currentTarget)}
        onPointerLeave={leave}
        onFocus={(event) => watch(event.currentTarget)}
        onBlur={leave}
        onClick={pat}
      >
        <span aria-hidden className={styles.sprite} />
        <svg aria-hidden viewBox="0 0 7 6" shapeRendering="crispEdges" className={styles.heart}>
          <path d="M1 0h2v1h1V0h2v1h1v2H6v1H5v1H4v1H3V5H2V4H1V3H0V1h1z" />
        </svg>
      </button>
      <div aria-hidden className={styles.near} />
      <div role="status">
        <span className="sr-only">{pet.pose === "jump" && "The dog jumps for joy."}</span>
      </div>
    </div>
  );
}

const FIRST: Doing = { pet: { pose: "sit", at: 0.5, facing: "right" }, time: 2_000 };

interface Doing {
  pet: PetState;
  /** In milliseconds. */
  time: number;
}

/** Follows the viewer's clock. The pet stops and sits while the pointer or focus is on it. */
function usePet(strip: RefObject<HTMLElement | null>) {
  const [{ pet, time }, setDoing] = useState(FIRST);
  const watched = useRef(false);

  useEffect(() => {
    const timer = setTimeout(() => {
      const after = watched.current || prefersReducedMotion() ? stay(pet) : next(pet, hour(), Math.random);
      setDoing(doing(after, strip));
    }, time);
    return () => clearTimeout(timer);
  }, [pet, time, strip]);

  return {
    pet,
    time,
    watch(body: HTMLElement) {
      watched.current = true;
      if (pet.pose === "walk")
        setDoing(doing({ pose: "sit", at: seenAt(body, strip.current), facing: facingOf(pet) }, strip));
    },
    leave() {
      watched.current = false;
    },
    pat() {
      setDoing(doing({ pose: "jump", at: placeOf(pet), facing: facingOf(pet) }, strip));
    },
  };
}

function doing(pet: PetState, strip: RefObject<HTMLElement | null>): Doing {
  return { pet, time: lasts(pet, strip.current?.clientWidth ?? 0, Math.random) };
}

function stay(pet: PetState): PetState {
  return { pose: isNight(hour()) ? "sleep" : "sit", at: placeOf(pet), facing: facingOf(pet) };
}

function hour() {
  return new Date().getHours();
}

/** The pet's current position on its walk. */
function seenAt(body: HTMLElement, strip: HTMLElement | null) {
  if (!strip) return 0.5;
  const room = strip.clientWidth - body.offsetWidth;
  const left = body.getBoundingClientRect().left - strip.getBoundingClientRect().left;
  return Math.min(1, Math.max(0, left / room));
}
