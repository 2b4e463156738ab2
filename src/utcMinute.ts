/** Formats an ISO 8601 time that is in UTC: `2026-11-03 09:30 UTC`. */
export function utcMinute(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}
