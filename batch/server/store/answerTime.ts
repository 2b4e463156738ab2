import { namedSetting, setNamedSetting } from './namedSetting.js';
import type { Store } from './store.js';

const name = 'answer_ms';
/** What changes less is not written: many workers do so, and a plan says "about". */
const least = 0.25;

/** How long the service took for its latest answer, in milliseconds; undefined before the first. */
export function answerMsOf(store: Pick<Store, 'db'>): number | undefined {
  return namedSetting(store, name) as number | undefined;
}

/** Keeps how long the latest answer took, for the plans of all processes; 0 for who has had none. Throws nothing. */
export function noteAnswerMs(store: Pick<Store, 'db'>, ms: number): void {
  try {
    const before = answerMsOf(store) ?? 0;
    if (ms > 0 && Math.abs(ms - before) > before * least) setNamedSetting(store, name, ms);
  } catch {
    // The next run has another one.
  }
}
