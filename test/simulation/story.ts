import fc from 'fast-check';
import { type Event, describeEvent } from './events.js';
import { events } from './scenes.js';
import { World } from './world.js';

/** A sequence of events on a simulated machine. */
export interface Story {
  /** The seed of random delays and jitter. */
  readonly seed: number;
  readonly events: readonly Event[];
}

export const story: fc.Arbitrary<Story> = fc.record({
  seed: fc.integer({ min: 1, max: 2_147_483_646 }),
  events,
});

/** Plays a story until every row has a score. Resolves to the number of runs. */
export async function play({ seed, events: storyEvents }: Story): Promise<number> {
  const world = new World(createRandom(seed));
  for (const event of storyEvents) await world.play(event);
  await world.followAdvice();
  return world.starts;
}

export function describeStory({ events: storyEvents }: Story): string {
  return [
    'A sheet has four rows: a trip of E-1, two identical ones of E-2, and one of E-2 to Norway.',
    ...storyEvents.map((event, index) => `${index + 1}. ${describeEvent(event)}`),
    'Then somebody follows the messages until every row has a score.',
  ].join('\n');
}

/** Returns the minimal standard generator of Park and Miller, for numbers between 0 and 1. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
