export const log = {
  lead: 'Who did what, the latest first. The log never shows what is in a row.',
  onlyAdministrators: 'Only administrators can read the log.',
  loading: 'Loading the log…',
  empty: 'Nothing has been done yet',
  caption: 'What was done',
  who: 'Who',
  what: 'What',
  sheet: 'Sheet',
  when: 'When',
  more: 'Show earlier entries',
} as const;
