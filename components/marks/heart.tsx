import clsx from "clsx";
import { iconHref } from "@/components/ui/icon";
import styles from "./heart.module.css";

const HEART = iconHref("heart");

/** The like icon. When `pressed` on, a ball drops in and fills it. */
export function Heart({ on, pressed }: { on: boolean; pressed: boolean }) {
  return (
    <svg viewBox="0 0 24 24" className={clsx("icon", styles.heart, on && styles.on, pressed && styles.pressed)}>
      <use href={HEART} />
      <use href={HEART} fill="currentColor" className={styles.fill} />
      <circle cx="12" cy="10.5" r="3" fill="currentColor" stroke="none" className={styles.ball} />
    </svg>
  );
}
