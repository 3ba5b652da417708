/**
 * Every address of 127/8 is this machine's, so that one process can speak for thousands of clients. Attackers have the
 * 16 million of 127.64/10 among them, the other members a few of their own: a limit per address never mixes them up.
 */
export function attackerAddress(n: number): string {
  return `127.${64 + ((n >> 14) & 63)}.${(n >> 7) & 127}.${1 + (n & 127)}`;
}

export function memberAddress(member: number, n: number): string {
  return `127.32.${member}.${1 + (n % 100)}`;
}
