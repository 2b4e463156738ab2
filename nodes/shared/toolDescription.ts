import type { Fields } from '../../src/field.js';
import { titleCase } from './properties.js';

/**
 * Returns the description of a node as a tool, with the values that its inputs take. A model sees this
 * text, but only the names of the parameters that it fills in. OpenAI allows 1,024 characters.
 */
export function toolDescription(what: string, fields: Fields): string {
  const choices = new Map<string, string[]>();
  for (const { kind, label, values = [] } of Object.values(fields)) {
    if (kind !== 'choice') continue;
    const list = values.join(', ');
    choices.set(list, [...(choices.get(list) ?? []), titleCase(label)]);
  }
  const choiceTexts = Array.from(choices, ([list, labels]) => `${labels.join(', ')}: ${list}.`);
  const kinds = new Set(Object.values(fields).map(({ kind }) => kind));
  return [
    what,
    ...choiceTexts,
    ...(kinds.has('country') ? ['Countries: English names.'] : []),
    ...(kinds.has('dateTime') ? ['Dates: for example 2026-11-30.'] : []),
    ...(kinds.has('staffId') ? ['Staff IDs are text; keep their leading zeros.'] : []),
    ...purposeTexts(fields),
  ].join(' ');
}

function purposeTexts(fields: Fields): string[] {
  const byPurpose = new Map<string, string[]>();
  for (const { purpose, label, required } of Object.values(fields)) {
    if (purpose === undefined || required !== 'whenItApplies') continue;
    byPurpose.set(purpose, [...(byPurpose.get(purpose) ?? []), titleCase(label)]);
  }
  return Array.from(byPurpose, ([purpose, labels]) => `Only for ${purpose}: ${labels.join(', ')}.`);
}
