/** What each command does, as `rwa --help` lists it, in its order. */
export const descriptions = {
  template: 'create a workbook to fill in, with help, drop-downs and two example rows',
  check: 'list every problem in the sheet; send nothing',
  assess: 'create an assessment for every row, wait for the scores, write them back',
  reassess: 'assess scored rows again, with their current inputs',
  decide: 'record the decision of every row that has one',
  invite: 'invite a compliance team member for every row',
  'remove-access': 'remove the access of every person in the sheet (test environment only)',
  status: 'show the status of every row (offline)',
  history: 'list every assessment of every row, old and new (offline)',
  resolve: 'resolve unconfirmed rows: sent, but without a usable answer',
  report: 'write an HTML report: how many cases, how risky, where, what changed',
  forget: "remove a person from the sheet's journal, backups and reports; send nothing",
  sandbox: 'run the service on this machine, with made-up scores, for trials and tests',
} as const;

/** A command of `rwa`. */
export type CommandName = keyof typeof descriptions;
