import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { assessmentFields } from '../../src/assessmentFields.js';
import { decisionFields } from '../../src/decision.js';
import { decisionStatuses, unsupportedStatusMessage } from '../../src/decisionStatus.js';
import { operations } from '../../src/operations.js';
import { invitationFields, removalFields } from '../../src/staff.js';

const page = readFileSync('docs/contract.md', 'utf8');

function findSection(operation: keyof typeof operations): string {
  const [, section = ''] = page.split(`\n## \`${operation}\`\n`);
  return section.split('\n## ')[0] ?? '';
}

test.each([
  ['rwa_create', Object.keys(assessmentFields)],
  ['rwa_update', [...Object.keys(decisionFields), ...decisionStatuses, unsupportedStatusMessage]],
  ['create_pending_user', Object.keys(invitationFields)],
  ['remove_user_access', Object.keys(removalFields)],
] as const)('docs/contract.md names the inputs and special values of %s', (operation, names) => {
  const section = findSection(operation);
  expect(names.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
});

test('docs/contract.md describes each operation', () => {
  const missing = Object.keys(operations).filter((name) => !page.includes(`\n## \`${name}\`\n`));
  expect(missing).toEqual([]);
});
