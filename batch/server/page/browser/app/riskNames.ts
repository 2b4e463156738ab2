import { scores } from '../language/en/scores.js';
import { t } from '../language/language.js';

function isKnown(kind: string): kind is keyof typeof scores {
  return Object.hasOwn(scores, kind);
}

/** Returns the name of a risk in the language of the page, or the server's label for an unknown kind. */
export function nameRisk(kind: string, label: string): string {
  return isKnown(kind) ? t(($) => $.scores[kind]) : label;
}

/** Returns the server's labels of the risks in the language of the page, in the same order. */
export function nameRisks(labels: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(labels).map(([kind, label]) => [kind, nameRisk(kind, label)]),
  );
}
