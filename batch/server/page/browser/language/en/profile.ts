export const profile = {
  title: 'Profile',
  lead: 'Your role is {{role}}: {{rights}}.',
  name: 'Name',
  saveName: 'Save the name',
  nameSaved: 'Your name is saved.',
  language: {
    title: 'Language',
    label: 'Language of the page',
    hint: 'Also that of your emails.',
    save: 'Save the language',
    saved: 'Your language is saved.',
  },
} as const;
