import { expect, test } from 'vitest';
import type { Message } from '../../batch/engine/message.js';
import { wording } from '../../nodes/RwaAssessSheet/words/wording.js';
import {
  followedAdvice,
  adviceInOtherMessages,
  type Code,
  unreachedCodes,
  unreachedVariants,
} from './adviceToFollow.js';
import { inputWording } from '../../src/inputWords.js';
import { messageExamples } from './assessSheetExamples.js';

interface Example {
  readonly code: Code;
  readonly text: string;
}

/** Replaces each number after `row`, and each cell reference before a comma, with N. */
function removeNumbers(text: string): string {
  return text.replaceAll(/\brow \d+/g, 'row N').replaceAll(/\b[A-Z]\d+, /g, 'N, ');
}

const codes = Object.keys(messageExamples) as Code[];
const examples: Example[] = codes.flatMap((code) =>
  messageExamples[code].map((example) => ({
    code,
    text: removeNumbers(wording({ code, ...example } as Message)),
  })),
);

/** Matches the words of a message that advise something. */
const advicePattern =
  /\b(add|choose|clear|correct|delete|enter|fill in|format|have (?:this|Date)|insert|map|open|put|rename|replace|right-click|try again|turn|type|unhide|use|write|did you mean|the operation)\b/i;

const entries = Object.entries(followedAdvice).flatMap(([code, some]) =>
  some.map((entry) => ({ code: code as Code, ...entry })),
);
type Entry = (typeof entries)[number];

/**
 * Returns the variants of messages that contain the advice of an entry, and its `beside`. Without `beside`,
 * returns only the first variant. Returns no variants for an entry about the next step.
 */
function findVariants({ code, advice, beside, isNextStep }: Entry): Example[] {
  if (isNextStep === true) return [];
  const parts = [advice, beside ?? []].flat();
  const found = examples.filter(({ text }) => parts.every((part) => text.includes(part)));
  return beside === undefined ? found.filter((each) => each.code === code).slice(0, 1) : found;
}

const variants = new Map(entries.map((entry) => [entry, findVariants(entry)]));

/** Returns the parts of a message that give advice, if no entry follows them. */
function findUnfollowed(example: Example): string[] {
  const parts = entries
    .filter((entry) => variants.get(entry)?.includes(example))
    .map(({ advice }) => advice);
  const rest = parts.reduce((text, part) => text.replaceAll(part, '…'), example.text);
  return rest.split(/(?<=[.?!;:])\s+|, or /).filter((part) => advicePattern.test(part));
}

/** Returns true for advice from src/inputWords.ts about a value: a person who follows it changes only this value. */
const isAboutValue = (code: Code) => code in inputWording && !(code in followedAdvice);

test('each piece of advice in each variant of a message has an entry that follows it', () => {
  const unfollowed = examples
    .filter(({ code }) => !(code in adviceInOtherMessages) && !(code in unreachedCodes))
    .filter(({ code }) => !isAboutValue(code))
    .filter(({ text }) => !unreachedVariants.some((part) => text.includes(part)))
    .flatMap((example) => findUnfollowed(example).map((part) => `${example.code}: ${part}`));
  expect(unfollowed).toEqual([]);
});

test('each unreached variant is still a part of a message', () => {
  const isMissing = (part: string) => !examples.some(({ text }) => text.includes(part));
  expect(unreachedVariants.filter(isMissing)).toEqual([]);
});

const namedEntries = entries.map((entry) => [entry.code, entry.advice, entry] as const);

test.each(namedEntries)(
  'only the expected rows are sent if a person follows the message %s exactly (%s)',
  async (code, advice, entry) => {
    const { causeMessage, follow, sentEmployees = [], beside = [], messageAfterwards = '' } = entry;
    // Advice in nextStep has no code.
    if (entry.isNextStep !== true) {
      expect(new Set(variants.get(entry)?.map((each) => each.code))).toEqual(new Set([code]));
    }
    const [workflow, message] = await causeMessage();
    const shown = removeNumbers(message);
    for (const part of [advice, beside].flat()) expect(shown).toContain(part);
    const before = await workflow.assessments();
    await workflow.mark();
    await follow(workflow);
    const { requests, employees } = await workflow.readSentSinceMark();
    expect({ requests, employees: employees.toSorted() }).toEqual({
      requests: sentEmployees.length,
      employees: [...sentEmployees],
    });
    // All other assessed rows have the same assessments as before.
    const after = await workflow.assessments();
    for (const [employee, assessmentId] of before) {
      if (assessmentId !== '' && !entry.about.includes(employee))
        expect(after.get(employee)).toBe(assessmentId);
    }
    // The rows in `about` have no message afterwards, or one of their messages contains `messageAfterwards`.
    const messages = (await workflow.readMessages())
      .filter(([employee]) => entry.about.includes(employee))
      .map(([, message]) => message);
    if (messageAfterwards === '') expect(messages.join('')).toBe('');
    else expect(messages.join('\n')).toContain(messageAfterwards);
  },
);
