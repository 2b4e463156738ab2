import { useState } from 'preact/hooks';
import { session } from './session.js';
import { keepStored, readStored } from './storage.js';

/** This browser keeps the list even after the member signs out: unlike a draft, it contains nothing about people. */
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
