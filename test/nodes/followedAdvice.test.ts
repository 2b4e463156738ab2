import { expect, test } from 'vitest';
import type { Message } from '../../batch/engine/message.js';
import { wording } from '../../nodes/RwaAssessSheet/words/wording.js';
import {
  adviceLines,
  repeatsOtherAdvice,
  type Code,
  notReached,
  unreachedVariants,
} from './adviceLines.js';
import { messageExamples } from './assessSheetExamples.js';

interface Example {
  readonly code: Code;
  readonly text: string;
}

/** Returns a message without the numbers of its rows. */
function unnumbered(text: string): string {
  return text.replaceAll(/\brow \d+/g, 'row N').replaceAll(/\b[A-Z]\d+, /g, 'N, ');
}

const codes = Object.keys(messageExamples) as Code[];
const examples: Example[] = codes.flatMap((code) =>
  messageExamples[code].map((example) => ({
    code,
    text: unnumbered(wording({ code, ...example } as Message)),
  })),
);

/** Matches the words of a message that advise something. */
const asks =
  /\b(add|choose|clear|correct|delete|enter|fill in|format|have (?:this|Date)|insert|map|open|put|rename|replace|right-click|try again|turn|type|unhide|use|write|did you mean|the operation)\b/i;

const lines = Object.entries(adviceLines).flatMap(([code, some]) =>
  some.map((line) => ({ code: code as Code, ...line })),
);
type Line = (typeof lines)[number];

/** Finds the messages that a line is for. A line without `beside` is for the first variant only. */
function findVariants({ code, says, beside, isNextStep }: Line): Example[] {
  if (isNextStep === true) return [];
  const parts = [says, beside ?? []].flat();
  const found = examples.filter(({ text }) => parts.every((part) => text.includes(part)));
  return beside === undefined ? found.filter((each) => each.code === code).slice(0, 1) : found;
}

const variants = new Map(lines.map((line) => [line, findVariants(line)]));

/** Returns the advice of a variant that no line follows. */
function findUnfollowed(example: Example): string[] {
  const parts = lines
    .filter((line) => variants.get(line)?.includes(example))
    .map(({ says }) => says);
  const rest = parts.reduce((text, part) => text.replaceAll(part, '…'), example.text);
  return rest.split(/(?<=[.?!;:])\s+|, or /).filter((part) => asks.test(part));
}

test('each advice of each variant of a message has a line that follows it', () => {
  const unfollowed = examples
    .filter(({ code }) => !(code in repeatsOtherAdvice) && !(code in notReached))
    .filter(({ text }) => !unreachedVariants.some((part) => text.includes(part)))
    .flatMap((example) => findUnfollowed(example).map((part) => `${example.code}: ${part}`));
  expect(unfollowed).toEqual([]);
});

test('each unreached variant is still a part of a message', () => {
  const isMissing = (part: string) => !examples.some(({ text }) => text.includes(part));
  expect(unreachedVariants.filter(isMissing)).toEqual([]);
});

const named = lines.map((line) => [line.code, line.says, line] as const);

test.each(named)('following %s to the letter sends no other row: %s', async (code, says, line) => {
  const { occurs, follow, sends = [], beside = [], leaves = '' } = line;
  // A sentence in nextStep has no code.
  if (line.isNextStep !== true) {
    expect(new Set(variants.get(line)?.map((each) => each.code))).toEqual(new Set([code]));
  }
  const [workflow, message] = await occurs();
  const shown = unnumbered(message);
  for (const part of [says, beside].flat()) expect(shown).toContain(part);
  const before = await workflow.assessments();
  await workflow.mark();
  await follow(workflow);
  const { requests, employees } = await workflow.sentSince();
  expect({ requests, employees: employees.toSorted() }).toEqual({
    requests: sends.length,
    employees: [...sends],
  });
  // All other rows have the same assessments as before.
  const after = await workflow.assessments();
  for (const [employee, assessmentId] of before) {
    if (assessmentId !== '' && !line.about.includes(employee))
      expect(after.get(employee)).toBe(assessmentId);
  }
  // No row needs more advice.
  const messages = (await workflow.messages())
    .filter(([employee]) => line.about.includes(employee))
    .map(([, message]) => message);
  if (leaves === '') expect(messages.join('')).toBe('');
  else expect(messages.join('\n')).toContain(leaves);
});
