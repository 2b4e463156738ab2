import { readBaseUrl } from '../../../src/baseUrl.js';

// This function has its own file, because serviceOptions.ts loads the client, which offline commands
// do not need.
/** Returns the base URL that a run would use; undefined if none is set, or if the URL is invalid. */
export function readConfiguredService(
  baseUrl: string = process.env.RWA_BASE_URL ?? '',
): string | undefined {
  const read = readBaseUrl(baseUrl);
  return read.ok ? read.baseUrl.url : undefined;
}
