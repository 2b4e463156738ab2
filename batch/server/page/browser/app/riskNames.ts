import { scores } from '../language/en/scores.js';
import { t } from '../language/language.js';

/** The service's name for the overall risk. */
export const overallRisk = 'overallTrip';

function isKnown(kind: string): kind is keyof typeof scores {
  return Object.hasOwn(scores, kind);
}

/** Returns the name of a risk in the language of the page, or the server's label for an unknown kind. */
export function nameRisk(kind: string, label: string): string {
  return isKnown(kind) ? t(($) => $.scores[kind]) : label;
}

/** Replaces the server's label of each risk with the name from {@link nameRisk}, in the same order. */
export function nameRisks(labels: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(labels).map(([kind, label]) => [kind, nameRisk(kind, label)]),
  );
}
