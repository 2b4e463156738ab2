import type { RefusalCode } from '../contract/shapes.js';

export const refusalStatus = {
  malformed: 400,
  cut_off: 400,
  not_signed_in: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  outdated: 409,
  too_large: 413,
  unsupported: 415,
  misdirected: 421,
  invalid: 422,
  unwritable: 422,
  too_many: 429,
  failed: 500,
  provider_failed: 502,
  away: 503,
  busy: 503,
  disk_full: 507,
} as const satisfies Record<RefusalCode, number>;
