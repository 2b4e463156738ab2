import { expect, test } from 'vitest';
import { packUrl, unpackUrl } from '../../../batch/engine/journal/reportUrl.js';

test.each([
  ['https://reports.example/redirect/A1', 'A1'],
  ['https://reports.example/redirect/A1?lang=en', 'A1'],
  ['https://reports.example/redirect/A1', 'A2'],
  ['https://reports.example/redirect/A1', ''],
  ['', 'A1'],
])('restores the report URL %j of the assessment %j', (url, assessmentId) => {
  expect(unpackUrl({ redirectUrl: packUrl(url, assessmentId), assessmentId })).toBe(url);
});

test('returns no report URL for an assessment without one', () => {
  const redirectUrl = packUrl(undefined, 'A1');
  expect(unpackUrl({ redirectUrl, assessmentId: 'A1' })).toBeUndefined();
});

test('shares one text between report URLs that differ only in the ID', () => {
  const packed = ['A1', 'B22'].map((id) => packUrl(`https://reports.example/redirect/${id}`, id));
  expect(packed[0]).toBe(packed[1]);
});
