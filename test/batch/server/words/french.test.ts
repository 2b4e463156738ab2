import { expect, test } from 'vitest';
import type { Plan } from '../../../../batch/engine/run/events.js';
import { embeddedSandbox } from '../../../../batch/server/settings/folderService.js';
import { french } from '../../../../batch/server/words/french/pack.js';
import { timeSpan } from '../../../../batch/server/words/french/phrases.js';
import { endedRoundPlan, refusedToken } from './examples.js';
import { listMessageTexts } from './messageTexts.js';

test('French texts have typographic apostrophes, and no-break spaces at punctuation marks', () => {
  const texts = listMessageTexts(french).flatMap((message) => message.texts);
  expect(texts.filter((text) => /[^\u00A0]»|«[^\u00A0]| [:;?!]/.test(text))).toEqual([]);
  expect(texts.filter((text) => text.includes("'"))).toEqual([]);
});

test('messages about values quote the text of a cell without changes', () => {
  expect(french.valueText({ code: 'ambiguousDate', text: '03/04/2026' })).toBe(
    '« 03/04/2026 » peut désigner deux jours différents',
  );
  expect(french.valueText({ code: 'unknownCountry', text: 'UK' }, 'Citizenship')).toBe(
    'Nationalité : « UK » n’est pas un nom de pays connu en anglais',
  );
});

test('time spans have French words', () => {
  expect([400, 8_000, 180_000, 5_400_000, 9_000_000].map(timeSpan)).toEqual([
    'moins d’une seconde',
    '8 s',
    '3 minutes',
    '1,5 heure',
    '2,5 heures',
  ]);
});

test('the embedded sandbox has a French name in messages about the service', () => {
  const { isNoOtherService, serviceUnusable } = french.messages;
  const values = { assessmentId: 'a-1', sheet: 'sheet.csv', differentService: embeddedSandbox };
  expect(isNoOtherService({ ...values, service: 'https://rwa.example' })).toContain(
    'envoyée au bac à sable intégré',
  );
  expect(serviceUnusable({ service: embeddedSandbox, failure: refusedToken })).toContain(
    'l’environnement du bac à sable intégré',
  );
});

test('the French plan of a round that has ended says which rows continue it', () => {
  expect(french.describePlan(endedRoundPlan, { assessed: 0, unanswered: 0 }, false)[1]).toBe(
    'La campagne 2 (fin : 2026-11-03 10:30 UTC) continue avec 21 lignes qui n’y ont pas encore été évaluées.',
  );
});

test('the plan of a run has French sentences with singulars and plurals', () => {
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
  expect(french.describePlan(plan, { assessed: 1, unanswered: 2 }, false)).toMatchInlineSnapshot(`
    [
      "4 lignes seront envoyées pour être évaluées.",
      "Parmi elles, 1 ligne a déjà été refusée.",
      "2 lignes ont déjà été envoyées : seuls les résultats seront récupérés.",
      "1 ligne a déjà été évaluée depuis un autre tableau : seuls les résultats seront récupérés.",
      "2 lignes ont été envoyées depuis un autre tableau, jusqu’ici sans réponse, et ne seront pas renvoyées.",
      "1 ligne masquée dans le tableau sera aussi envoyée.",
      "2 lignes masquées dans le tableau seront laissées de côté.",
      "1 ligne est un doublon d’une autre ligne et ne sera pas envoyée.",
      "2 lignes ont des problèmes et ne seront pas envoyées.",
      "2 lignes ont été refusées par le service et ne seront pas renvoyées.",
      "1 ligne a été envoyée, et personne ne sait si son évaluation existe. Elle ne sera pas renvoyée tant que personne n’a répondu à cette question dans « Résultats ».",
      "1 200 lignes sont déjà évaluées.",
      "La campagne 2 continue ; début : 2026-11-03 09:30 UTC.",
      "Laissées de côté : 3 déjà évaluées dans cette campagne, 1 évaluée trop récemment.",
    ]
  `);
});

test('the end of a run and the notes on its plan have French sentences', () => {
  expect(french.describeEnd({ unconfirmed: 1, waiting: 2, notSent: 1, isOfRound: true }))
    .toMatchInlineSnapshot(`
      [
        "1 ligne a été envoyée sans réponse exploitable : ouvrez « À vérifier » dans « Résultats » et indiquez si l’évaluation existe.",
        "Les résultats de 2 lignes ne sont pas encore prêts. Pour les obtenir plus tard, ouvrez « Réévaluation », saisissez les numéros de ces lignes dans « Seulement ces lignes » et lancez l’exécution.",
        "1 ligne n’a pas été envoyée ; son message en indique la raison.",
      ]
    `);
  expect(french.describeDecidedRows(1)).toMatchInlineSnapshot(`
    [
      "1 ligne a une décision, qui reste liée à son évaluation actuelle. Il lui en faudra une nouvelle après cette campagne.",
    ]
  `);
  const message = french.valueText({ code: 'unknownCountry', text: 'UK' }, 'Citizenship');
  const values = [{ message, firstRows: [3, 4], count: 12 }];
  expect(french.describeLikelyRejections({ rows: 12, values, more: 1 })).toMatchInlineSnapshot(`
    [
      "12 lignes ont des valeurs que le service refusera probablement. Elles seront envoyées telles quelles, sauf si vous les corrigez d’abord dans « Vérification ».",
      "Lignes 3, 4 et 10 autres : Nationalité : « UK » n’est pas un nom de pays connu en anglais.",
      "« Vérification » affiche 1 autre valeur de ce type.",
    ]
  `);
});
