import fc from 'fast-check';
import { type Event, told } from './events.js';
import { events } from './scenes.js';
import { World } from './world.js';

/** What a simulated machine goes through. */
export interface Story {
  /** Of the chance in the simulation: delays and jitter. */
  readonly seed: number;
  readonly events: readonly Event[];
}

export const story: fc.Arbitrary<Story> = fc.record({
  seed: fc.integer({ min: 1, max: 2_147_483_646 }),
  events,
});

/** Plays a story to its end, which is a score in every row. Resolves to how many runs it had. */
export async function play({ seed, events: all }: Story): Promise<number> {
  const world = new World(randomOf(seed));
  for (const each of all) await world.play(each);
  await world.followAdvice();
  return world.starts;
}

/** A story as a person would tell it. */
export function inWords({ events: all }: Story): string {
  return [
    'A sheet has four rows: a trip of E-1, two of E-2 that are the same, and one of E-2 to Norway.',
    ...all.map((each, index) => `${index + 1}. ${told(each)}`),
    'Then somebody does what the messages say until every row has a score.',
  ].join('\n');
}

/** Numbers from 0 to 1 that are the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
