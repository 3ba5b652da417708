/** A press of a key, as the DOM or React reports it. */
interface KeyPress {
  key: string;
  keyCode: number;
  isComposing?: boolean;
  defaultPrevented?: boolean;
  nativeEvent?: { isComposing: boolean };
}

/** The code of every key that an input method handles. */
const INPUT_METHOD_KEY_CODE = 229;

/**
 * Whether a key was pressed for the page: not for a list of suggestions, which has used it, nor for an input method,
 * where Enter picks a word and Escape discards it. For the Enter that ends a composition Safari reports no composition
 * any more, only the code.
 */
export function isKey(event: KeyPress, key: "Enter" | "Escape" | "ArrowUp"): boolean {
  return event.key === key && !event.defaultPrevented && !isForInputMethod(event);
}

export function isForInputMethod({ isComposing, nativeEvent, keyCode }: KeyPress): boolean {
  return Boolean(nativeEvent?.isComposing ?? isComposing) || keyCode === INPUT_METHOD_KEY_CODE;
}
