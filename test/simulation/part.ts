import fc from 'fast-check';
import { play, type Story, story } from './story.js';

export interface PartResult {
  readonly stories: number;
  readonly runs: number;
  /** The first story that breaks a promise, shrunk if asked for, and its error; undefined if none does. */
  readonly found: { readonly story: Story; readonly error: string } | undefined;
}

const storiesPerPart = 100;

/** Plays the stories of a seed until one breaks a promise. With `shouldShrink`, shrinks this story. */
export async function playPart(seed: number, shouldShrink: boolean): Promise<PartResult> {
  let runs = 0;
  let isShrinking = false;
  const { counterexample, errorInstance, numRuns } = await fc.check(
    fc.asyncProperty(story, async (candidate) => {
      try {
        const starts = await play(candidate);
        if (!isShrinking) runs += starts;
      } catch (error) {
        isShrinking = true;
        throw error;
      }
    }),
    { seed, numRuns: storiesPerPart, endOnFailure: !shouldShrink },
  );
  const [shortest] = counterexample ?? [];
  const found = shortest && { story: shortest, error: String(errorInstance) };
  return { stories: numRuns, runs, found };
}
