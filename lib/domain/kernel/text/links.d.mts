export function endOfLink(content: string, start: number): number | undefined;
