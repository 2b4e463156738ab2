import fc from 'fast-check';
import { play, type Story, story } from './story.js';

/** What came of some stories. */
export interface Part {
  readonly stories: number;
  readonly runs: number;
  /** The shortest story that breaks a promise, and how. */
  readonly found: { readonly story: Story; readonly error: string } | undefined;
}

const storiesOfPart = 100;

/** Plays the stories of a seed, until one breaks a promise; that one is shrunk when it is wanted. */
export async function playPart(seed: number, isToShrink: boolean): Promise<Part> {
  let runs = 0;
  let isShrinking = false;
  const { counterexample, errorInstance, numRuns } = await fc.check(
    fc.asyncProperty(story, async (each) => {
      try {
        const starts = await play(each);
        if (!isShrinking) runs += starts;
      } catch (error) {
        isShrinking = true;
        throw error;
      }
    }),
    { seed, numRuns: storiesOfPart, endOnFailure: !isToShrink },
  );
  const [shortest] = counterexample ?? [];
  const found = shortest && { story: shortest, error: String(errorInstance) };
  return { stories: numRuns, runs, found };
}
