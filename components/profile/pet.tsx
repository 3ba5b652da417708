"use client";

import { type CSSProperties, useRef } from "react";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import styles from "./pet.module.css";
import { facingOf, placeOf } from "./pet-life";
import { usePet } from "./use-pet";

/** The pet dog on a strip of grass. Clicking pats it. */
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
        <VisuallyHidden>{pet.pose === "jump" && "The dog jumps for joy."}</VisuallyHidden>
      </div>
    </div>
  );
}
