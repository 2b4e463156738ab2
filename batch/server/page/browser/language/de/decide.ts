import type { decide as english } from '../en/decide.js';
import type { Translation } from '../../../../contract/languages.js';

export const decide: Translation<typeof english> = {
  decision: 'Entscheidung',
  whoDecides: 'Wer entscheidet',
  note: 'Anmerkung',
  actors: {
    managerId: 'Führungskraft',
    complianceTeamMemberId: 'Compliance-Teammitglied',
    cancelledByStaffId: 'Storniert von',
  },
  approver: {
    typed: 'Nicht in der Liste: wird als Personal-ID verwendet.',
    staffId: 'Die Personal-ID.',
    choose: 'Wählen Sie eine Person, oder geben Sie eine Personal-ID ein.',
  },
  form: {
    title: 'Entscheiden',
    button: 'Entscheidung erfassen',
    recorded: 'Erfasst: {{decision}}.',
  },
  dialog: {
    title_one: 'Über {{count, number}} Zeile entscheiden',
    title_other: 'Über {{count, number}} Zeilen entscheiden',
    button_one: '{{count, number}} Entscheidung erfassen',
    button_other: '{{count, number}} Entscheidungen erfassen',
    recorded_one: '{{count, number}} Entscheidung wurde erfasst.',
    recorded_other: '{{count, number}} Entscheidungen wurden erfasst.',
    failed_one: '{{count, number}} Entscheidung konnte nicht erfasst werden',
    failed_other: '{{count, number}} Entscheidungen konnten nicht erfasst werden',
    others_one: '{{count, number}} weitere wurde erfasst.',
    others_other: '{{count, number}} weitere wurden erfasst.',
    failure: '<row>Zeile {{row}}:</row> {{message}}',
  },
  list: {
    title: 'Entscheidungen',
    earlier: 'zu einer früheren Bewertung',
    round: 'zur Bewertung aus Runde {{round}}',
    person: 'im Namen von {{person}}',
    sending: 'wird erfasst …',
    failed: 'nicht erfasst',
    undo: 'Um „{{decision}}“ rückgängig zu machen, erfassen Sie eine andere Entscheidung: Die letzte gilt. Mit „{{pending}}“ bleibt die Zeile ohne Entscheidung.',
  },
};
