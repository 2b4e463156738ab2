export const parts = {
  tryAgain: 'Try again',
  optional: '(optional)',
  offline: 'The server cannot be reached. Check that it runs, then try again.',
  serverError: 'The server answered with an error ({{status}}).',
  cancel: 'Cancel',
  close: 'Close',
  saved: 'Saved.',
  titleWithPart: '{{title}}: {{part}}',
  titleWithUnseenPart: '<title/><unseen>: {{part}}</unseen>',
  help: 'Help<unseen> with {{about}} (new tab)</unseen>',
  nameWithRole: '<name/>, {{role}}',
  restore: {
    confirm: 'I have checked the service',
    allowNewSheets: 'Let new sheets run',
  },
  secret: {
    copy: 'Copy',
    copied: 'Copied',
    done: 'Copied.',
    failed: 'Not copied. Select the text and copy it.',
  },
} as const;
