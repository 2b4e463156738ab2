import { useState } from 'preact/hooks';
import { session } from './session.js';
import { keepStored, readStored } from './storage.js';

/**
 * Returns a list of names that the member has chosen, and a function that chooses others. This browser keeps it for
 * all sheets, also after signing out: unlike drafts, it contains nothing about a sheet.
 */
export function usePreference(
  name: string,
): [ReadonlySet<string>, (next: ReadonlySet<string>) => void] {
  const key = `${name} ${session.value?.member?.id ?? ''}`;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => {
    const kept = readStored(key);
    return new Set(Array.isArray(kept) ? kept.map(String) : []);
  });
  const choose = (next: ReadonlySet<string>) => {
    setChosen(next);
    keepStored(key, next.size === 0 ? undefined : [...next]);
  };
  return [chosen, choose];
}
