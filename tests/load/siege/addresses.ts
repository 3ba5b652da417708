/**
 * All addresses of 127/8 are local, so one process can act as thousands of clients. Attackers use the 16 million of
 * 127.64/10, other members a few elsewhere, so limits per address never mix them up.
 */
export function attackerAddress(n: number): string {
  return `127.${64 + ((n >> 14) & 63)}.${(n >> 7) & 127}.${1 + (n & 127)}`;
}

export function memberAddress(member: number, n: number): string {
  return `127.32.${member}.${1 + (n % 100)}`;
}
