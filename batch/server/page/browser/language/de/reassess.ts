import type { reassess as english } from '../en/reassess.js';
import type { Translation } from '../../../../contract/languages.js';

export const reassess: Translation<typeof english> = {
  rounds: 'Runden',
  roundsAbout: 'Ab der zweiten Runde sehen Sie hier, was sich geändert hat.',
  loadingRounds: 'Die Runden werden geladen …',
  noRounds: 'Noch keine Runden.',
  round: {
    title: 'Runde {{round}}',
    titleWithName: 'Runde {{round}} ({{name}})',
    schedule: 'Zeitplan',
    started: '{{name}}, <time/>.',
    underWay: '{{name}}, <time/>, noch nicht abgeschlossen.',
    assessed_one: '{{count, number}} Zeile bewertet.',
    assessed_other: '{{count, number}} Zeilen bewertet.',
    compared_one:
      '{{count, number}} Zeile bewertet: {{risen, number}} gestiegen, {{fallen, number}} gesunken, {{same, number}} gleich.',
    compared_other:
      '{{count, number}} Zeilen bewertet: {{risen, number}} gestiegen, {{fallen, number}} gesunken, {{same, number}} gleich.',
    caption: 'Was sich in Runde {{round}} geändert hat',
    person: 'Person',
    destination: 'Zielland',
    before: 'Vorher',
    now: 'Jetzt',
    change: 'Änderung',
  },
  now: {
    title: 'Jetzt neu bewerten',
    viewOnly: 'Nur die Rollen „Bearbeiten“ und „Administration“ dürfen eine Runde starten.',
    daysHint: '0 für alle Zeilen, die in dieser Runde noch nicht bewertet wurden.',
    rows: 'Nur diese Zeilen',
    rowsHint: 'Zeilennummern, zum Beispiel 4, 7-9.',
    round: 'Runde',
    name: 'Name der Runde',
    nameHint:
      'Zum Beispiel 2027-Q1. Unter demselben Namen wird eine Zeile nur erneut gesendet, wenn sich ihre Angaben ändern.',
    nothing: 'Nichts neu zu bewerten',
    reassess_one: '{{count, number}} Zeile neu bewerten',
    reassess_other: '{{count, number}} Zeilen neu bewerten',
  },
  roundChoices: {
    latest: 'Die letzte fortsetzen oder die nächste beginnen',
    new: 'Eine neue beginnen',
    named: 'Eine mit Namen',
  },
  days: 'Letzte Bewertung älter als (Tage)',
  schedule: {
    title: 'Regelmäßig neu bewerten',
    none: 'Es ist nichts geplant.',
    next: 'Die nächste Runde beginnt: <time/>.',
    skipsToday:
      'Runden beginnen um 06:00 Uhr nach der Uhr des Servers. Für heute ist das vorbei. Die nächste Runde beginnt: <time/>.',
    adminsOnly: 'Nur die Administration kann einen Zeitplan festlegen.',
    set: 'Zeitplan festlegen',
    change: 'Zeitplan ändern',
    end: 'Zeitplan beenden',
    isSet: 'Der Zeitplan ist festgelegt.',
    hasEnded: 'Der Zeitplan ist beendet.',
    every: 'Wie oft',
    from: 'Ab',
    daysHint: '0 für alle Zeilen.',
    maxNew: 'Grenze für neue Zeilen',
    maxNewHint:
      'Eine Runde beginnt nicht, wenn sie mehr Zeilen als diese Anzahl zum ersten Mal bewerten würde.',
  },
  periods: {
    month: 'Jeden Monat',
    quarter: 'Jedes Quartal',
    year: 'Jedes Jahr',
  },
};
