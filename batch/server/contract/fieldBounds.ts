import { maxRoundNameLength } from '../../engine/journal/rounds.js';

/**
 * The bounds and choices of values, for the checks of the server and the fields of the page. They are not in
 * `shapes.ts`, because the page cannot import values from there without bundling zod.
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

/** The roles of members. All roles can view and download. */
export const roles = ['viewer', 'editor', 'approver', 'administrator'] as const;

/** The most rows in one request to decide on rows or to ignore rows. */
export const maxRowsPerRequest = 1_000;
/** The most rows in an event about changed rows. If an event lists this many, more rows may have changed. */
export const maxRowsPerEvent = 50;

type Range = Readonly<Record<'min' | 'max', number>>;
export const requestsPerSecond: Range = { min: 1 / 3600, max: 9_999_999 };
export const requestsAtOnce: Range = { min: 1, max: 10_000 };
export const retentionDays: Range = { min: 1, max: 3660 };
/** The minimum age, in days, of the assessments that a round repeats. */
export const assessmentDays: Range = { min: 0, max: 3660 };
/** The length of a new password. The maximum is longer than typed passwords, and limits the work for an attempt. */
export const passwordLength: Range = { min: 12, max: 1000 };
export const tokenDays: Range = { min: 1, max: 730 };
export const ports: Range = { min: 1, max: 65_535 };
