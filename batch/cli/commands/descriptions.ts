/** What each command does, as `rwa --help` lists it, in its order. */
export const descriptions = {
  template: 'make a workbook to fill in: headings, help, drop-downs, two example rows',
  check: 'list every problem of every row; send nothing',
  assess: 'create an assessment for every row, wait for the scores, write them back',
  reassess: 'assess rows again that were scored before, with the inputs as they stand now',
  decide: 'record the decision of every row that has one',
  invite: 'invite a compliance team member for every row',
  'remove-access': 'remove the access of every person in the sheet (test environment only)',
  status: 'show the status of every row (offline)',
  history: 'list every assessment of every row over time; ask only the files',
  resolve: 'settle rows that were sent and never answered',
  report: 'make a page of all risks: how many, how high, where, which first, what changed',
  forget: 'remove a person from the journal, backups and reports of a sheet; send nothing',
  sandbox: 'run the service locally, with made-up scores, to try and to test',
} as const;

/** A command of `rwa`. */
export type CommandName = keyof typeof descriptions;
