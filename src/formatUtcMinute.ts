/** Requires a time in UTC; returns `2026-11-03 09:30 UTC`. */
export function formatUtcMinute(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}
