import type { KeptScores } from '../../engine/intake/keptScores.js';
import { type RiskKind, riskKinds } from '../../engine/report/risks.js';

/** A score and its column in the table of rows. */
interface ScoreColumn<Name extends keyof KeptScores = keyof KeptScores> {
  readonly name: Name;
  readonly column: string;
}

/** The columns of risks, in the order in which they are shown. */
export const riskColumns: readonly ScoreColumn<RiskKind>[] = riskKinds.map(columnOf);

/** The columns of all that is kept of a result. */
export const scoreColumns: readonly ScoreColumn[] = [
  ...riskColumns,
  columnOf('cumulativePeRiskLevel'),
];

/** The scores in a row of the table. */
export function scoresIn(found: Readonly<Record<string, unknown>>): KeptScores {
  const scores: Partial<Record<keyof KeptScores, unknown>> = {};
  for (const { name, column } of scoreColumns) {
    const score = found[column] ?? null;
    if (score !== null) scores[name] = score;
  }
  return scores as KeptScores;
}

/** `workingRights` is kept as `working_rights`. */
function columnOf<Name extends keyof KeptScores>(name: Name): ScoreColumn<Name> {
  const column = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return { name, column };
}
