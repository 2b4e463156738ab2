import { expect, test } from 'vitest';
import { valueText } from '../../../batch/cli/wording/values.js';
import { chooseEmailRemedy } from '../../../batch/engine/intake/readRow.js';

test.each([
  ['Bo Ek <bo@example.com>', 'Leave only bo@example.com in the cell.'],
  ['<mailto:bo@example.com>', 'Leave only bo@example.com in the cell.'],
  ['mailto:bo@example.com', 'Leave only bo@example.com in the cell.'],
  ['bo@example.com;', 'Leave only bo@example.com in the cell.'],
  ['bo@example.com, al@example.com', 'An invitation goes to one address: use one row per person.'],
  ['bo @example.com', 'Remove the spaces inside the address.'],
  ['bo@bücher.example', 'Write the domain as xn--bcher-kva.example; it is equivalent.'],
  ['bö@example.com', 'Addresses have no accents before the @: ask the person for theirs.'],
  ['bo@example', 'Use one complete email address, such as ada@example.com.'],
  ['bo', 'Use one complete email address, such as ada@example.com.'],
])('%s', (text, remedy) => {
  expect(valueText(chooseEmailRemedy(text))).toBe(remedy);
});
