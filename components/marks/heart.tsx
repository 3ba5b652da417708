import clsx from "clsx";
import styles from "./heart.module.css";

const SHAPE =
  "M12 20.6C7 16.6 3 13.2 3 8.9 3 6 5.2 4 7.8 4c1.7 0 3.2.9 4.2 2.4C13 4.9 14.5 4 16.2 4 18.8 4 21 6 21 8.9c0 4.3-4 7.7-9 11.7Z";

/** The like icon. When `pressed` on, a ball drops in and fills it. */
export function Heart({ on, pressed }: { on: boolean; pressed: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinejoin="round"
      className={clsx(styles.heart, on && styles.on, pressed && styles.pressed)}
    >
      <path d={SHAPE} />
      <path d={SHAPE} fill="currentColor" className={styles.fill} />
      <circle cx="12" cy="10.5" r="3" fill="currentColor" stroke="none" className={styles.ball} />
    </svg>
  );
}
