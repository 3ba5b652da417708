/** People count from one; the wire counts from zero. */
export function cupNumber(bin: number): number {
  return bin + 1;
}
