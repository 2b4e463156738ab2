/** The faults of the sandbox from which a run recovers. */
export const faults = [
  'reset-before-commit',
  'reset-after-commit',
  'timeout-before-commit',
  'timeout-after-commit',
  'truncated-after-commit',
  'html-200',
  'status-500-before-commit',
  'status-500-after-commit',
  'status-409-after-commit',
  'status-503',
  'status-429',
  'gzip',
  'slow',
];
