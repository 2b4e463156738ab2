export const signIn = {
  title: 'Sign in',
  withProvider: 'Sign in with {{provider}}',
  button: 'Sign in',
  openLink: 'Open the link that signs you in.',
  aboutLinks:
    'The server prints one when it starts. If you were invited, use the link that you were sent. Each link works once: after that, start the server again, or ask an administrator for a new link.',
  name: 'Your name',
  nameHint: 'Shown with what you do, such as decisions, and in the log.',
  email: 'Email',
  password: 'Password',
  passwordHint: 'At least {{min}} characters.',
  join: {
    titleBefore: 'Your link',
    title: 'Welcome, {{name}}',
    loading: 'Loading your invitation…',
    goToStart: 'Go to the start',
    role: 'Your role is <role/>. You {{rights}}.',
    create: 'Create my account',
    signIn: 'Sign in here',
  },
} as const;
