export const parts = {
  tryAgain: 'Try again',
  optional: '(optional)',
  offline: 'The server cannot be reached. Check that it runs, then try again.',
  serverError: 'The server answered with an error ({{status}}).',
} as const;
