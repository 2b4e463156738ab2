import { expect, test } from 'vitest';
import type { Message } from '../../batch/engine/message.js';
import { wording } from '../../nodes/RwaAssessSheet/words/wording.js';
import { adviceLines, asksForNoEdit, type Code, notReached } from './adviceLines.js';
import { messageExamples } from './assessSheetExamples.js';

const codes = Object.keys(messageExamples) as Code[];
const exampleTexts = (code: Code) =>
  messageExamples[code].map((of) => wording({ code, ...of } as Message));

/** Words by which a message asks for something. */
const asks =
  /\b(add|check|choose|clear|correct|delete|enter|fill in|format|insert|look|map|open|operation|option|put|rename|replace|right-click|try again|turn|type|unhide|use|write|did you mean)\b/i;

test('every message that asks for something has a line that follows it', () => {
  const advising = codes.filter((code) => exampleTexts(code).some((text) => asks.test(text)));
  const covered = new Set<string>([
    ...Object.keys(adviceLines),
    ...Object.keys(asksForNoEdit),
    ...Object.keys(notReached),
  ]);
  expect(advising.filter((code) => !covered.has(code))).toEqual([]);
});

const lines = Object.entries(adviceLines).flatMap(([code, some]) =>
  some.map((line) => [code as Code, line.says, line] as const),
);

test.each(lines)('%s, followed to the letter, sends nobody else: %s', async (code, _says, line) => {
  const { says, occurs, follow, sends = [] } = line;
  // A sentence in nextStep has no code.
  if (line.isNextStep !== true) {
    expect(exampleTexts(code).some((text) => text.includes(says))).toBe(true);
  }
  const [workflow, shown] = await occurs();
  expect(shown).toContain(says);
  const before = await workflow.assessments();
  await workflow.mark();
  await follow(workflow);
  const { requests, employees } = await workflow.sentSince();
  expect({ requests, employees: employees.toSorted() }).toEqual({
    requests: sends.length,
    employees: [...sends],
  });
  // The scores of all others are where they were.
  const after = await workflow.assessments();
  for (const [employee, assessmentId] of before) {
    if (assessmentId !== '' && !line.about.includes(employee))
      expect(after.get(employee)).toBe(assessmentId);
  }
});
