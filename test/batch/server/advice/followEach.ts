import { test } from 'vitest';
import { type Follow, Page } from './pageOfAdvice.js';

/** Adds a test for each message or situation in `advice`. */
export function followEach(advice: Readonly<Record<string, Follow>>): void {
  test.for(Object.entries(advice))(
    'following the advice about %s sends the expected rows or invitations, and no others',
    async ([, follow]) => {
      await follow(await Page.open());
    },
  );
}
