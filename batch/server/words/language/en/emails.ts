/** The texts of the emails. */
export const emails = {
  subject: '{{name}}: {{results}}',
  results: {
    assessed: '{{scored, number}} assessed',
    noneAssessed: 'no row assessed',
    reassessed: 'reassessment finished',
    stopped: 'the run was stopped',
    failed: 'the run has failed',
    review_one: '{{count, number}} row needs review',
    review_other: '{{count, number}} rows need review',
  },
  ended: {
    assess: 'The assessment of {{name}} has finished after {{duration}}.',
    reassess: 'The reassessment of {{name}} has finished after {{duration}}.',
    decide: 'The recording of decisions about {{name}} has finished after {{duration}}.',
  },
  stopped: {
    assess: 'The assessment of {{name}} was stopped after {{duration}}.',
    reassess: 'The reassessment of {{name}} was stopped after {{duration}}.',
    decide: 'The recording of decisions about {{name}} was stopped after {{duration}}.',
  },
  failed: {
    assess: 'The assessment of {{name}} has failed after {{duration}}.',
    reassess: 'The reassessment of {{name}} has failed after {{duration}}.',
    decide: 'The recording of decisions about {{name}} has failed after {{duration}}.',
  },
  duration: {
    moment: 'less than a second',
    seconds: '{{seconds}} s',
    minutes: '{{minutes}} minutes',
    hours: '{{hours, number(minimumFractionDigits: 1; maximumFractionDigits: 1)}} hours',
  },
  scored_one: '{{count, number}} row of the sheet has scores.',
  scored_other: '{{count, number}} rows of the sheet have scores.',
  pending_one: '{{count, number}} row waits for scores.',
  pending_other: '{{count, number}} rows wait for scores.',
  review_one: '{{count, number}} row needs review: {{reasons}}.',
  review_other: '{{count, number}} rows need review: {{reasons}}.',
  reasons: {
    rejected_one: '{{count, number}} rejected',
    rejected_other: '{{count, number}} rejected',
    unconfirmed_one: '{{count, number}} unconfirmed',
    unconfirmed_other: '{{count, number}} unconfirmed',
    blocked_one: '{{count, number}} blocked',
    blocked_other: '{{count, number}} blocked',
  },
  sandbox: 'This server uses the sandbox: all scores are made up.',
  openSheet: 'Open the sheet',
  because: {
    began: 'You get this email because you began this run.',
    scheduled: 'You get this email because you set the schedule that began this run.',
    allEnds: 'You get this email because you have asked for a notice of each run.',
    allReviews:
      'You get this email because you have asked for a notice of each run after which rows need review.',
  },
  chooseNotices: 'Choose your notices',
  link: '{{label}}: {{address}}',
  test: {
    subject: 'Test message of Remote Work Assessment',
    text: 'An administrator has sent this message to test the mail server. You need not do anything.',
    openPage: 'Open the page',
  },
} as const;
