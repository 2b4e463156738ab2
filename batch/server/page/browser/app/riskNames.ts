import { scores } from '../language/en/scores.js';
import { t } from '../language/language.js';

export const overallRisk = 'overallTrip';

function isKnown(kind: string): kind is keyof typeof scores {
  return Object.hasOwn(scores, kind);
}

/** Returns the server's label for an unknown kind. */
export function nameRisk(kind: string, label: string): string {
  return isKnown(kind) ? t(($) => $.scores[kind]) : label;
}

export function nameRisks(labels: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(labels).map(([kind, label]) => [kind, nameRisk(kind, label)]),
  );
}
