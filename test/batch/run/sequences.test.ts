import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { type Step, Story } from './story.js';

const stories = readFileSync(join(import.meta.dirname, 'stories.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line, index) => [index + 1, JSON.parse(line) as Step[]] as const);

test.for(stories)(
  'after story %d, every row is Scored once a person follows the advice',
  async ([, steps]) => {
    const story = new Story(await startTestSandbox());
    for (const step of steps) await story.play(step);
    await story.followAdvice();
  },
);
