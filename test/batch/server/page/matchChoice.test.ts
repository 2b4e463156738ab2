import { expect, test } from 'vitest';
import type { Matching } from '../../../../batch/server/contract/shapes.js';
import {
  hasValue,
  toChoice,
  toPreviewRequest,
} from '../../../../batch/server/page/browser/sheet/matchChoice.js';

const shown: Matching = {
  worksheets: [
    { name: 'Trips', visible: true },
    { name: 'Old', visible: true },
  ],
  worksheet: 'Trips',
  headerRow: 2,
  columns: [],
  preview: [],
  fields: [],
  dateOrder: null,
  datesAreAmbiguous: false,
  hiddenRows: 0,
  skipHidden: true,
  isRemembered: false,
  misfit: null,
  unrecognizedValues: [],
};
const choice = toChoice(shown);

test('a preview request for the shown worksheet and heading row contains the chosen columns', () => {
  expect(toPreviewRequest(choice, shown)).toBe(choice);
});

test('a preview request for another heading row lets the server find the columns', () => {
  const { columns: _, ...expected } = { ...choice, headerRow: 3 };
  expect(toPreviewRequest({ ...choice, headerRow: 3 }, shown)).toEqual(expected);
});

test('a preview request for another worksheet lets the server find the heading row and the columns', () => {
  const request = toPreviewRequest({ ...choice, worksheet: 'Old' }, shown);
  expect(Object.keys(request).sort()).toEqual(['dateOrder', 'skipHidden', 'values', 'worksheet']);
  expect(request).toMatchObject({ worksheet: 'Old', skipHidden: true });
});

test('a value for all rows counts only once it is not empty', () => {
  expect([null, '', 'M-1'].map((value) => hasValue({ value }))).toEqual([false, false, true]);
});
