import { expect, test } from 'vitest';
import type { Plan } from '../../../../batch/engine/run/events.js';
import type { Failure } from '../../../../src/failure.js';
import { embeddedSandbox } from '../../../../batch/server/settings/folderService.js';
import { german } from '../../../../batch/server/words/german/pack.js';
import { endedRoundPlan, refusedToken } from './examples.js';

test('messages about values quote the text of a cell without changes', () => {
  expect(german.valueText({ code: 'ambiguousDate', text: '03/04/2026' })).toBe(
    '„03/04/2026“ kann zwei verschiedene Tage bedeuten',
  );
});

test('the German plan of a round that has ended says which rows continue it', () => {
  expect(german.describePlan(endedRoundPlan, { assessed: 0, unanswered: 0 }, false)[1]).toBe(
    'Runde 2 (Ende: 2026-11-03 10:30 UTC) wird mit 21 Zeilen fortgesetzt, die darin noch nicht bewertet wurden.',
  );
});

test('messages about the service name the embedded sandbox in German, in the right case', () => {
  const { serviceUnusable } = german.messages;
  const describe = (code: Failure['code'], service: string) =>
    String(serviceUnusable({ service, failure: { ...refusedToken, code } }));
  expect(describe('unauthorized', embeddedSandbox)).toContain(
    'zur Umgebung der eingebauten Sandbox gehört',
  );
  expect(describe('unauthorized', 'https://rwa.example')).toContain(
    'zur Umgebung von https://rwa.example gehört',
  );
  expect(describe('not_sent', embeddedSandbox)).toContain(
    'Prüfen Sie die Basis-URL der eingebauten Sandbox und das Netz.',
  );
  expect(describe('contract_violation', embeddedSandbox)).toContain(
    'Die eingebaute Sandbox ist nicht der Bewertungsdienst.',
  );
});

test('the plan of a run has German sentences with singulars and plurals', () => {
  const plan = {
    command: 'assess',
    rowsToDo: 9,
    rowsToSend: 7,
    rejectedToSend: 1,
    counts: { Duplicate: 1, Invalid: 2, Rejected: 3, Unconfirmed: 1, Scored: 1_200 },
    hidden: { rows: 2, new: 1, skipped: 2 },
    round: {
      number: 2,
      begunAt: '2026-11-03T09:30:00Z',
      unselected: { done: 3, recent: 1, unchanged: 0, unknown: 0 },
    },
  } as unknown as Plan;
  expect(german.describePlan(plan, { assessed: 1, unanswered: 2 }, false)).toEqual([
    '4 Zeilen werden zur Bewertung gesendet.',
    '1 Zeile davon wurde schon einmal zurückgewiesen.',
    '2 Zeilen wurden schon gesendet: Nur die Ergebnisse werden abgerufen.',
    '1 Zeile wurde schon aus einer anderen Tabelle bewertet: Nur das Ergebnis wird abgerufen.',
    '2 Zeilen wurden schon aus einer anderen Tabelle gesendet, bisher ohne Antwort, und werden nicht erneut gesendet.',
    '1 Zeile ist in der Tabelle ausgeblendet und wird auch gesendet.',
    '2 Zeilen sind in der Tabelle ausgeblendet und werden ausgelassen.',
    '1 Zeile ist identisch mit einer anderen und wird nicht gesendet.',
    '2 Zeilen haben Probleme und werden nicht gesendet.',
    '2 Zeilen wurden vom Dienst zurückgewiesen und werden nicht erneut gesendet.',
    '1 Zeile wurde gesendet, und niemand weiß, ob es ihre Bewertung gibt. Sie wird nicht erneut gesendet, bis jemand das unter „Ergebnisse“ beantwortet.',
    '1.200 Zeilen sind schon bewertet.',
    'Damit wird Runde 2 fortgesetzt (Beginn: 2026-11-03 09:30 UTC).',
    'Ausgelassen: 3 in dieser Runde schon bewertet, 1 erst vor Kurzem bewertet.',
  ]);
});

test('the end of a run and the notes on its plan have German sentences', () => {
  expect(german.describeEnd({ unconfirmed: 1, waiting: 2, notSent: 1, isOfRound: true })).toEqual([
    '1 Zeile wurde ohne brauchbare Antwort gesendet. Öffnen Sie „Zu klären“ unter „Ergebnisse“, und geben Sie an, ob es die Bewertung gibt.',
    'Die Ergebnisse von 2 Zeilen liegen noch nicht vor. Verwenden Sie später „Neu bewerten“ mit den Zeilennummern unter „Nur diese Zeilen“, um sie abzurufen.',
    '1 Zeile wurde nicht gesendet; ihre Meldung nennt den Grund.',
  ]);
  expect(german.describeDecidedRows(1)).toEqual([
    '1 Zeile hat eine Entscheidung, die bei ihrer jetzigen Bewertung bleibt. Nach dieser Runde braucht sie eine neue Entscheidung.',
  ]);
  const message = german.valueText({ code: 'unknownCountry', text: 'UK' }, 'Citizenship');
  const values = [{ message, firstRows: [3, 4], count: 12 }];
  expect(german.describeLikelyRejections({ rows: 12, values, more: 1 })).toEqual([
    '12 Zeilen enthalten Werte, die der Dienst wahrscheinlich zurückweist. Sie werden so gesendet, wie sie sind, wenn Sie sie nicht vorher unter „Prüfen“ korrigieren.',
    'Zeilen 3, 4 und 10 weitere: Staatsangehörigkeit: „UK“ ist kein bekannter englischer Ländername.',
    'Unter „Prüfen“ finden Sie 1 weiteren Wert dieser Art.',
  ]);
});
