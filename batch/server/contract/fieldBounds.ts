import { maxRoundNameLength } from '../../engine/journal/rounds.js';

/** The page cannot import values from `shapes.ts` without bundling zod. */
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

export const roles = ['viewer', 'editor', 'approver', 'administrator'] as const;

export const maxRowsPerRequest = 1_000;
/** If an event lists this many rows, more rows may have changed. */
export const maxRowsPerEvent = 50;

type Range = Readonly<Record<'min' | 'max', number>>;
export const requestsPerSecond: Range = { min: 1 / 3600, max: 9_999_999 };
export const requestsAtOnce: Range = { min: 1, max: 10_000 };
export const retentionDays: Range = { min: 1, max: 3660 };
/** The age in days of the assessments that a round repeats. */
export const assessmentDays: Range = { min: 0, max: 3660 };
/** The maximum is longer than typed passwords, and limits the work for an attempt. */
export const passwordLength: Range = { min: 12, max: 1000 };
export const tokenDays: Range = { min: 1, max: 730 };
export const ports: Range = { min: 1, max: 65_535 };
