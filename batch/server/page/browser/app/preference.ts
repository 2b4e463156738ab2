import { useState } from 'preact/hooks';
import { session } from './session.js';
import { keepStored, readStored } from './storage.js';

/**
 * Returns a list that the member has chosen, and a function that chooses another one. This browser keeps the list for
 * all sheets, even after the member signs out: unlike a draft, the list contains nothing about people.
 */
export function usePreference(
  name: string,
): [readonly string[], (next: readonly string[]) => void] {
  const key = `${name} ${session.value?.member?.id ?? ''}`;
  const [chosen, setChosen] = useState(() => {
    const kept = readStored(key);
    return Array.isArray(kept) ? kept.map(String) : [];
  });
  const choose = (next: readonly string[]) => {
    setChosen([...next]);
    keepStored(key, next.length === 0 ? undefined : next);
  };
  return [chosen, choose];
}
