import { type RefObject, useEffect, useRef, useState } from "react";
import { prefersReducedMotion } from "@/components/ui/prefers-reduced-motion";
import { facingOf, isNight, lasts, next, type PetState, placeOf } from "./pet-life";

const FIRST: Doing = { pet: { pose: "sit", at: 0.5, facing: "right" }, time: 2_000 };

interface Doing {
  pet: PetState;
  /** In milliseconds. */
  time: number;
}

/** Follows the viewer's clock. The pet stops and sits while the pointer or focus is on it. */
export function usePet(strip: RefObject<HTMLElement | null>) {
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
