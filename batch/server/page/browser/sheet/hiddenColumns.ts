import { useState } from 'preact/hooks';
import { session } from '../app/session.js';
import { keepStored, readStored } from '../app/storage.js';

/**
 * Returns the columns of the results that the member has hidden, and a function that hides others. This browser keeps
 * them for all sheets, also after signing out: unlike drafts, they contain nothing about a sheet.
 */
export function useHiddenColumns(): [ReadonlySet<string>, (hidden: ReadonlySet<string>) => void] {
  const key = `columns ${session.value?.member?.id ?? ''}`;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => {
    const kept = readStored(key);
    return new Set(Array.isArray(kept) ? kept.map(String) : []);
  });
  const hide = (next: ReadonlySet<string>) => {
    setHidden(next);
    keepStored(key, next.size === 0 ? undefined : [...next]);
  };
  return [hidden, hide];
}
