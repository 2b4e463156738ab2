import type { oneSheet as english } from '../en/oneSheet.js';
import type { Translation } from '../../../../contract/languages.js';
import { stepTitles } from '../stepTitles.js';

export const oneSheet: Translation<typeof english> = {
  title: 'Tabelle',
  loading: 'Die Tabelle wird geladen …',
  loadingRows: 'Die Zeilen werden geladen: Die Datei wird gerade gelesen …',
  unknown: 'Diese Tabelle gibt es nicht',
  unknownLead: 'Es hat sie nie gegeben, oder sie wurde gelöscht.',
  unknownStep: 'Diesen Schritt gibt es nicht',
  deleted: 'Diese Tabelle wurde gelöscht',
  deletedData:
    'Die Datei und ihre Angaben wurden gelöscht (<time/>), wie unter „Einstellungen“ festgelegt. Risikowerte und IDs sind weiterhin vorhanden.',
  unconfirmed_one:
    '{{count, number}} Zeile wurde gesendet, und niemand weiß, ob es ihre Bewertung gibt. Beantworten Sie das unter „Ergebnisse“.',
  unconfirmed_other:
    '{{count, number}} Zeilen wurden gesendet, und niemand weiß, ob es ihre Bewertungen gibt. Beantworten Sie das unter „Ergebnisse“.',
  runEnded: 'Der Durchlauf ist beendet.',
  runFailed: 'Der Durchlauf ist fehlgeschlagen.',
  stepList: 'Schritte dieser Tabelle',
  done: '(erledigt)',
  steps: stepTitles.de,
  figures: {
    noProblems: 'keine Probleme',
    noProblemsCorrected: 'keine Probleme, {{corrected, number}} korrigiert',
    problemsCorrected_one:
      '{{count, number}} Zeile mit Problemen, {{corrected, number}} korrigiert',
    problemsCorrected_other:
      '{{count, number}} Zeilen mit Problemen, {{corrected, number}} korrigiert',
    starting: 'startet',
    progress: '{{done, number}} von {{rows, number}}',
    allSent: 'alle gesendet',
    notSent_one: '{{count, number}} noch nicht gesendet',
    notSent_other: '{{count, number}} noch nicht gesendet',
    scored_one: '{{count, number}} bewertet',
    scored_other: '{{count, number}} bewertet',
    notPlanned: 'nicht geplant',
  },
  facts: {
    worksheet: 'Tabellenblatt „{{worksheet}}“.',
    rows_one: '{{count, number}} Zeile.',
    rows_other: '{{count, number}} Zeilen.',
    counts: '{{counts}}.',
    uploaded: 'Hochgeladen von {{name}}, <time/>.',
  },
  deleteSheet: {
    open: 'Löschen …',
    title: '{{name}} löschen?',
    button: 'Tabelle löschen',
    consequences:
      'Die Datei, ihre Zeilen und die Entscheidungen werden hier gelöscht. Eine Entscheidung bleibt, wenn eine andere Tabelle dieselbe Bewertung zeigt. Bewertungen, die bereits angelegt wurden, bleiben im Dienst. Damit nichts doppelt gesendet wird, bleibt hier vermerkt, was gesendet wurde: mit IDs und Risikowerten, aber ohne Namen und Angaben.',
    done: '{{name}} wurde gelöscht.',
  },
};
