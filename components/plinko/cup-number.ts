/** People count from one, the API from zero. */
export function cupNumber(bin: number): number {
  return bin + 1;
}
