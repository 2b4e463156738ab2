import { expect, test } from 'vitest';
import { SheetStory } from './sheetStory.js';

test('an ID that was copied from another row is never accepted, and the message names that row', async () => {
  const story = await SheetStory.beginScored();
  const [{ 'Assessment ID': id = '' } = {}] = story.rows;
  const [{ ...inputs } = {}] = story.rows;
  story.save([...story.rows, { ...inputs, 'Start date': '2027-01-01', 'Row reference': '' }]);
  await story.startCounting();
  await story.run('assess');
  const message = `Row 2 also shows the assessment ${id}, or a later one of the same trip or hire.`;
  expect(story.rows[3]).toMatchObject({
    'Assessment status': 'Invalid',
    'Assessment message': expect.stringContaining(message) as string,
  });
  expect(await story.resolve('--accept-sheet')).toBe(0);
  expect(await story.resolve('--row', '5', '--exists', id)).toBe(2);
  await story.run('assess');
  expect(story.rows[3]).toMatchObject({ 'Assessment status': 'Invalid', 'Overall trip risk': '' });
  expect(await story.stopCounting()).toEqual({ requests: 0, people: [] });
});

test('an unproven ID that two rows show is accepted for neither row', async () => {
  const story = await SheetStory.beginScored();
  const id = await story.service.create({ employeeId: 'E-1' });
  const [{ ...inputs } = {}] = story.rows;
  story.clear(2);
  const [{ ...empty } = {}] = story.rows;
  const rows = story.rows.with(0, inputs);
  const added = ['2027-01-01', '2027-02-01'].map((start) => ({ ...empty, 'Start date': start }));
  story.save([...rows, ...added.map((entry) => ({ ...entry, 'Assessment ID': id }))]);
  await story.startCounting();
  await story.run('assess');
  expect(story.rows[3]?.['Assessment message']).toMatch(/^Row 6 also shows the assessment /);
  expect(story.rows[4]?.['Assessment message']).toMatch(/^Row 5 also shows the assessment /);
  expect(await story.resolve('--accept-sheet')).toBe(0);
  expect(story.message).toContain('No row shows an ID that can be accepted.');
  expect(await story.stopCounting()).toEqual({ requests: 0, people: [] });
});
