import { expect, test } from 'vitest';
import { rowEdits, sheetEdits } from './edits.js';
import { run, startWith, type World } from './sheetWorld.js';

/** One step of a story. `take` changes the world; it returns undefined if the step is impossible. */
type Step = readonly [name: string, take: (world: World) => World | undefined];

const runs: readonly Step[] = [
  ['run', (world) => run(world, 'first', 'ok')],
  ['run, answer lost', (world) => run(world, 'first', 'answerLost')],
  ['run, crash before write-back', (world) => run(world, 'first', 'crash')],
  ['run, refused', (world) => run(world, 'first', 'refused')],
  ['run, results beside', (world) => run(world, 'first', 'resultsBeside')],
  ['run --send-duplicates', (world) => run(world, 'duplicates', 'ok')],
  ['reassess', (world) => run(world, 'round', 'ok')],
  ['reassess, answer lost', (world) => run(world, 'round', 'answerLost')],
  ['reassess, crash', (world) => run(world, 'round', 'crash')],
];

function listSteps({ rows }: World): Step[] {
  const steps: Step[] = [...runs];
  for (const [name, edit] of Object.entries(sheetEdits)) {
    steps.push([name, (world) => edit(world, 0)]);
  }
  for (const [name, edit] of Object.entries(rowEdits)) {
    for (const index of rows.keys()) {
      steps.push([`${name} ${index + 1}`, (world) => edit(world, index)]);
    }
  }
  return steps;
}

/** The people and inputs of the rows with which stories begin. */
const starts: readonly (readonly (readonly [person: string, inputs: number])[])[] = [
  [
    ['a', 1],
    ['a', 2],
  ],
  [
    ['a', 1],
    ['b', 1],
  ],
  [
    ['a', 1],
    ['b', 2],
  ],
  [
    ['a', 1],
    ['a', 1],
  ],
];

/**
 * Returns the stories in which a promise breaks, and for each one the broken promise and what was
 * lost. Three steps take seconds, four some minutes.
 */
function findBrokenStories(steps: number): Map<string, string> {
  const broken = new Map<string, string>();
  const seen = new Set<string>();
  let worlds = starts.map((rows) => ({ world: startWith(rows), story: [JSON.stringify(rows)] }));
  for (let stepsLeft = steps; stepsLeft > 0; stepsLeft--) {
    const next: typeof worlds = [];
    for (const { world, story } of worlds) {
      for (const [name, take] of listSteps(world)) {
        const after = take(structuredClone(world));
        if (after === undefined) continue;
        if (after.breach !== undefined) {
          broken.set([...story, name].join(' > '), `${after.breach}, lost:${after.lost}`);
          continue;
        }
        const key = JSON.stringify(after);
        if (seen.has(key)) continue;
        seen.add(key);
        next.push({ world: after, story: [...story, name] });
      }
    }
    worlds = next;
  }
  return broken;
}

test('no story of three steps breaks a promise, unless the journal is lost before a sheet has shown its requests', () => {
  const losesJournalBeforeShown = /run, (?:crash before write-back|results beside) > lose journal/;
  const unexpected = [...findBrokenStories(3)].filter(
    ([story]) => !losesJournalBeforeShown.test(story),
  );
  expect(unexpected).toEqual([]);
});

/**
 * Returns true for the known losses of docs/decisions/0004: the evidence was lost, cleared or
 * overwritten; an Employee ID was corrected, and so were other inputs, or a run did not write the
 * sheet; or the story begins with two identical rows, one of which may take over the other's
 * assessment.
 */
const isKnownLoss = (story: string, breach: string) =>
  !breach.endsWith('lost:') ||
  story.includes('paste results of the other row') ||
  (story.includes('correct employee ID') &&
    /crash|results beside|correct inputs|make equal/.test(story)) ||
  story.startsWith('[["a",1],["a",1]]');

// Longer stories are played on demand: RWA_STORY_STEPS=4 npx vitest run test/batch/identity
const steps = Number(process.env.RWA_STORY_STEPS ?? 3);
if (steps > 3) {
  test('longer stories break a promise only in the known losses', () => {
    const unexpected = [...findBrokenStories(steps)].filter(
      ([story, breach]) => !isKnownLoss(story, breach),
    );
    expect(unexpected).toEqual([]);
  });
}
