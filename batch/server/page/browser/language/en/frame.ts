export const frame = {
  skip: 'Skip to the content',
  role: 'Role: {{role}}',
  profile: 'Profile',
  signOut: 'Sign out',
  sandboxLabel: 'Sandbox',
  sandbox: '<strong>Sandbox:</strong> all scores are made up.',
  disconnected:
    'The connection to the server is lost, so what you see may be out of date. Trying to reconnect…',
  embeddedSandbox: 'the embedded sandbox',
  footer: 'Service: {{service}}. Version {{version}}.',
  navigation: 'Main',
  announcements: 'Announcements',
  screens: {
    sheets: 'Sheets',
    people: 'Compliance approvers',
    members: 'Members',
    log: 'Log',
    operations: 'Operations',
    settings: 'Settings',
  },
  loading: 'Loading the page…',
  notFound: {
    title: 'There is no such page',
    lead: 'The address may be mistyped, or the sheet may have been deleted.',
    go: 'Go to the sheets',
  },
} as const;
