import { toSentence } from '../../../../src/toSentence.js';
import { sanitize } from '../../../../src/sanitized.js';
import type { Plan, RoundPlan } from '../../../engine/run/events.js';
import { formatUtcMinute } from '../../../../src/formatUtcMinute.js';
import type { LikelyRejections, RowsElsewhere } from '../languagePack.js';
import { choose, countRows, formatNumber, listRows } from './phrases.js';

export function describePlan(plan: Plan, elsewhere: RowsElsewhere, isNamed: boolean): string[] {
  const { rowsToDo, rejectedToSend = 0, counts, round } = plan;
  const isReassessment = plan.command === 'reassess';
  return [
    ...(rowsToDo === 0 ? ['Es gibt nichts zu senden.'] : []),
    ...describeRows(
      plan.rowsToSend - elsewhere.assessed - elsewhere.unanswered,
      isReassessment ? 'wird neu bewertet.' : 'wird zur Bewertung gesendet.',
      isReassessment ? 'werden neu bewertet.' : 'werden zur Bewertung gesendet.',
    ),
    ...describeRows(
      rejectedToSend,
      'davon wurde schon einmal zurückgewiesen.',
      'davon wurden schon einmal zurückgewiesen.',
    ),
    ...describeRows(
      rowsToDo - plan.rowsToSend,
      'wurde schon gesendet: Nur das Ergebnis wird abgerufen.',
      'wurden schon gesendet: Nur die Ergebnisse werden abgerufen.',
    ),
    ...describeRows(
      elsewhere.assessed,
      'wurde schon aus einer anderen Tabelle bewertet: Nur das Ergebnis wird abgerufen.',
      'wurden schon aus einer anderen Tabelle bewertet: Nur die Ergebnisse werden abgerufen.',
    ),
    ...describeRows(
      elsewhere.unanswered,
      'wurde schon aus einer anderen Tabelle gesendet, bisher ohne Antwort, und wird nicht erneut gesendet.',
      'wurden schon aus einer anderen Tabelle gesendet, bisher ohne Antwort, und werden nicht erneut gesendet.',
    ),
    ...describeHidden(plan),
    ...describeRows(
      counts.Duplicate,
      'ist identisch mit einer anderen und wird nicht gesendet.',
      'sind identisch mit anderen und werden nicht gesendet.',
    ),
    ...describeRows(
      counts.Invalid,
      'hat ein Problem und wird nicht gesendet.',
      'haben Probleme und werden nicht gesendet.',
    ),
    ...describeRows(
      counts.Rejected - rejectedToSend,
      'wurde vom Dienst zurückgewiesen und wird nicht erneut gesendet.',
      'wurden vom Dienst zurückgewiesen und werden nicht erneut gesendet.',
    ),
    ...describeRows(
      counts.Unconfirmed,
      'wurde gesendet, und niemand weiß, ob es ihre Bewertung gibt. Sie wird nicht erneut gesendet, bis jemand das unter „Ergebnisse“ beantwortet.',
      'wurden gesendet, und niemand weiß, ob es ihre Bewertungen gibt. Sie werden nicht erneut gesendet, bis jemand das unter „Ergebnisse“ beantwortet.',
    ),
    ...(isReassessment
      ? []
      : describeRows(counts.Scored ?? 0, 'ist schon bewertet.', 'sind schon bewertet.')),
    ...(round === undefined ? [] : describeRound(round, rowsToDo > 0)),
    ...(rowsToDo > 0 || isNamed || round === undefined ? [] : describeNextRound(round)),
  ];
}

function describeHidden({ hidden }: Plan): string[] {
  if (hidden === undefined) return [];
  return [
    ...describeRows(
      hidden.new,
      'ist in der Tabelle ausgeblendet und wird auch gesendet.',
      'sind in der Tabelle ausgeblendet und werden auch gesendet.',
    ),
    ...describeRows(
      hidden.skipped,
      'ist in der Tabelle ausgeblendet und wird ausgelassen.',
      'sind in der Tabelle ausgeblendet und werden ausgelassen.',
    ),
  ];
}

const skipReasons: Readonly<Partial<Record<keyof RoundPlan['unselected'], string>>> = {
  done: 'in dieser Runde schon bewertet',
  recent: 'erst vor Kurzem bewertet',
  unchanged: 'mit unveränderten Angaben',
  unknown: 'ohne Aufzeichnung der letzten Angaben',
};

function describeRound(
  { number, begunAt, endedAt, inFuture, selected, unselected }: RoundPlan,
  hasRowsToDo: boolean,
): string[] {
  const skippedRows = Object.entries(skipReasons).flatMap(([reason, words]) => {
    const rows = unselected[reason as keyof RoundPlan['unselected']];
    return rows === 0 ? [] : [`${formatNumber(rows)} ${words}`];
  });
  return [
    ...(begunAt === undefined
      ? hasRowsToDo
        ? [`Damit beginnt Runde ${number}.`]
        : []
      : [
          endedAt === undefined
            ? `Damit wird Runde ${number} fortgesetzt (Beginn: ${formatUtcMinute(begunAt)}).`
            : selected > 0
              ? `Runde ${number} (Ende: ${formatUtcMinute(endedAt)}) wird mit ${formatNumber(selected)} ${choose(selected, 'Zeile fortgesetzt, die darin noch nicht bewertet wurde', 'Zeilen fortgesetzt, die darin noch nicht bewertet wurden')}.`
              : `Runde ${number} ist beendet (Ende: ${formatUtcMinute(endedAt)}).`,
        ]),
    ...(inFuture === undefined
      ? []
      : [
          `Eine Zeit dieser Runde liegt in der Zukunft (${formatUtcMinute(inFuture)}): Die Uhr des Servers geht jetzt falsch oder ging damals falsch. Bevor dieser Tag vorbei ist, beginnt keine neue Runde.`,
        ]),
    ...(skippedRows.length === 0 ? [] : [`Ausgelassen: ${skippedRows.join(', ')}.`]),
  ];
}

/** Assumes that the round has ended today: on a later day, the plan would be for a new round. */
function describeNextRound({ endedAt, inFuture, unselected: { done } }: RoundPlan): string[] {
  if (endedAt === undefined || inFuture !== undefined || done === 0) return [];
  return [
    'Sie können die nächste Runde morgen beginnen, oder heute mit „Eine neue beginnen“ unter „Runde“.',
  ];
}

function describeRows(rows: number, one: string, other: string): string[] {
  return rows <= 0 ? [] : [`${countRows(rows)} ${choose(rows, one, other)}`];
}

export function describeDecidedRows(rows: number): string[] {
  if (rows === 0) return [];
  return [
    choose(
      rows,
      `${countRows(rows)} hat eine Entscheidung, die bei ihrer jetzigen Bewertung bleibt. Nach dieser Runde braucht sie eine neue Entscheidung.`,
      `${countRows(rows)} haben eine Entscheidung, die bei ihrer jetzigen Bewertung bleibt. Nach dieser Runde brauchen sie eine neue Entscheidung.`,
    ),
  ];
}

export function describeLikelyRejections({ rows, values, more }: LikelyRejections): string[] {
  if (rows === 0) return [];
  return [
    choose(
      rows,
      `${countRows(rows)} enthält einen Wert, den der Dienst wahrscheinlich zurückweist. Er wird so gesendet, wie er ist, wenn Sie ihn nicht vorher unter „Prüfen“ korrigieren.`,
      `${countRows(rows)} enthalten Werte, die der Dienst wahrscheinlich zurückweist. Sie werden so gesendet, wie sie sind, wenn Sie sie nicht vorher unter „Prüfen“ korrigieren.`,
    ),
    ...values.map(({ message, firstRows, count }) =>
      sanitize(`${listRows(firstRows, count)}: ${toSentence(message)}`),
    ),
    ...(more > 0
      ? [
          choose(
            more,
            `Unter „Prüfen“ finden Sie ${formatNumber(more)} weiteren Wert dieser Art.`,
            `Unter „Prüfen“ finden Sie ${formatNumber(more)} weitere Werte dieser Art.`,
          ),
        ]
      : []),
  ];
}
