import type { Translation } from '../../../contract/languages.js';
import type { emails as english } from '../en/emails.js';

export const emails: Translation<typeof english> = {
  subject: '{{name}}: {{results}}',
  results: {
    assessed: '{{scored, number}} bewertet',
    noneAssessed: 'keine Zeile bewertet',
    reassessed: 'Neubewertung abgeschlossen',
    stopped: 'der Durchlauf wurde vorzeitig beendet',
    failed: 'der Durchlauf ist fehlgeschlagen',
    rejected_one: '{{count, number}} Zeile zurückgewiesen',
    rejected_other: '{{count, number}} Zeilen zurückgewiesen',
    review_one: '{{count, number}} Zeile zu klären',
    review_other: '{{count, number}} Zeilen zu klären',
    blocked_one: '{{count, number}} Zeile wartet auf Klärung',
    blocked_other: '{{count, number}} Zeilen warten auf Klärung',
  },
  ended: {
    assess: 'Die Bewertung von {{name}} ist nach {{duration}} abgeschlossen.',
    reassess: 'Die Neubewertung von {{name}} ist nach {{duration}} abgeschlossen.',
    decide: 'Das Erfassen der Entscheidungen zu {{name}} ist nach {{duration}} abgeschlossen.',
  },
  stopped: {
    assess: 'Die Bewertung von {{name}} wurde nach {{duration}} vorzeitig beendet.',
    reassess: 'Die Neubewertung von {{name}} wurde nach {{duration}} vorzeitig beendet.',
    decide:
      'Das Erfassen der Entscheidungen zu {{name}} wurde nach {{duration}} vorzeitig beendet.',
  },
  failed: {
    assess: 'Die Bewertung von {{name}} ist nach {{duration}} fehlgeschlagen.',
    reassess: 'Die Neubewertung von {{name}} ist nach {{duration}} fehlgeschlagen.',
    decide: 'Das Erfassen der Entscheidungen zu {{name}} ist nach {{duration}} fehlgeschlagen.',
  },
  duration: {
    moment: 'weniger als einer Sekunde',
    seconds: '{{seconds}} s',
    minutes: '{{minutes}} Minuten',
    hours: '{{hours, number(minimumFractionDigits: 1; maximumFractionDigits: 1)}} Stunden',
  },
  scored_one: '{{count, number}} Zeile der Tabelle hat Risikowerte.',
  scored_other: '{{count, number}} Zeilen der Tabelle haben Risikowerte.',
  pending_one: '{{count, number}} Zeile wartet auf Risikowerte.',
  pending_other: '{{count, number}} Zeilen warten auf Risikowerte.',
  rejected_one: '{{count, number}} Zeile wurde zurückgewiesen.',
  rejected_other: '{{count, number}} Zeilen wurden zurückgewiesen.',
  review_one: '{{count, number}} Zeile ist zu klären.',
  review_other: '{{count, number}} Zeilen sind zu klären.',
  blocked_one: '{{count, number}} Zeile wartet unter „Prüfen“ auf Klärung.',
  blocked_other: '{{count, number}} Zeilen warten unter „Prüfen“ auf Klärung.',
  sandbox: 'Dieser Server verwendet die Sandbox: Alle Risikowerte sind erfunden.',
  openSheet: 'Tabelle öffnen',
  because: {
    began: 'Sie erhalten diese E-Mail, weil Sie diesen Durchlauf gestartet haben.',
    scheduled:
      'Sie erhalten diese E-Mail, weil Sie den Zeitplan festgelegt haben, der diesen Durchlauf gestartet hat.',
    allEnds:
      'Sie erhalten diese E-Mail, weil Sie eine Benachrichtigung über jeden Durchlauf gewünscht haben.',
    allReviews:
      'Sie erhalten diese E-Mail, weil Sie eine Benachrichtigung über jeden Durchlauf gewünscht haben, nach dem Zeilen zu klären sind.',
  },
  chooseNotices: 'Benachrichtigungen wählen',
  link: '{{label}}: {{address}}',
  test: {
    subject: 'Testnachricht von Remote Work Assessment',
    text: 'Diese Nachricht hat die Administration gesendet, um den Mailserver zu testen. Sie brauchen nichts zu tun.',
    openPage: 'Seite öffnen',
  },
};
