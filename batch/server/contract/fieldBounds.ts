import { maxRoundNameLength } from '../../engine/journal/rounds.js';

/**
 * The bounds and choices of values that the server checks and that the page's fields have, too. They are not in
 * `shapes.ts`, as the page cannot import its values without bundling zod.
 */
export const maxLengths = {
  /** The name of a member, an invitation or a token. */
  name: 100,
  viewName: 60,
  search: 200,
  rowNumbers: 1000,
  roundName: maxRoundNameLength,
  note: 2000,
  host: 253,
  email: 320,
  mailUser: 320,
  mailPassword: 1000,
} as const;

/** The roles of members. All can view and download. */
export const roles = ['viewer', 'editor', 'approver', 'administrator'] as const;

/** The most rows in one request to decide on rows or to ignore them. */
export const maxRowsPerRequest = 1_000;
/** The most rows in an event about changed rows. More may have changed if an event lists as many. */
export const maxRowsPerEvent = 50;

type Range = Readonly<Record<'min' | 'max', number>>;
export const requestsPerSecond: Range = { min: 1 / 3600, max: 9_999_999 };
export const requestsAtOnce: Range = { min: 1, max: 10_000 };
export const retentionDays: Range = { min: 1, max: 3660 };
/** The least age of the assessments that a round repeats. */
export const assessmentDays: Range = { min: 0, max: 3660 };
/** The length of a new password. The maximum is longer than any that people type, and limits the work for an attempt. */
export const passwordLength: Range = { min: 12, max: 1000 };
export const tokenDays: Range = { min: 1, max: 730 };
export const ports: Range = { min: 1, max: 65_535 };
