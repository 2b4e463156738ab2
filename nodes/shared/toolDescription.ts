import type { INodeProperties } from 'n8n-workflow';
import type { Fields } from '../../src/field.js';
import { toTitleCase } from './properties.js';

/**
 * Creates the parameter with the description of a tool for the model. Without it, n8n would add one
 * with the text of the node list. The `replacements` in n8n's `usableAsTool` apply only in
 * the editor, not when a tool runs.
 */
export function createToolDescription(what: string, fields: Fields = {}): INodeProperties {
  return {
    displayName: 'Description',
    name: 'toolDescription',
    type: 'string',
    typeOptions: { rows: 4 },
    default: describeInputs(what, fields),
    required: true,
    displayOptions: { show: { '@tool': [true] } },
    description: 'What the model reads about this tool and its inputs',
  };
}

// A model sees only the names of the parameters that it fills in, so this text describes their values.
// OpenAI allows 1,024 characters.
function describeInputs(what: string, fields: Fields): string {
  const choices = new Map<string, string[]>();
  for (const { kind, label, values = [] } of Object.values(fields)) {
    if (kind !== 'choice') continue;
    const list = values.join(', ');
    choices.set(list, [...(choices.get(list) ?? []), toTitleCase(label)]);
  }
  const choiceTexts = Array.from(choices, ([list, labels]) => `${labels.join(', ')}: ${list}.`);
  const kinds = new Set(Object.values(fields).map(({ kind }) => kind));
  return [
    what,
    ...choiceTexts,
    ...(kinds.has('country') ? ['Countries: English names.'] : []),
    ...(kinds.has('dateTime') ? ['Dates: for example 2026-11-30.'] : []),
    ...(kinds.has('staffId') ? ['Staff IDs are text; keep their leading zeros.'] : []),
    ...describePurposes(fields),
  ].join(' ');
}

function describePurposes(fields: Fields): string[] {
  const byPurpose = new Map<string, string[]>();
  for (const { purpose, label, required } of Object.values(fields)) {
    if (purpose === undefined || required !== 'whenItApplies') continue;
    byPurpose.set(purpose, [...(byPurpose.get(purpose) ?? []), toTitleCase(label)]);
  }
  return Array.from(byPurpose, ([purpose, labels]) => `Only for ${purpose}: ${labels.join(', ')}.`);
}
