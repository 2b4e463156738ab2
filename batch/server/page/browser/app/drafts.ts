/** Drafts of members, which stay in this browser. A browser that stores nothing keeps none. */

/** Returns the draft of a member with this name; undefined if there is none. */
export function readDraft(member: string, name: string): unknown {
  return orNothing(() => {
    const text = localStorage.getItem(storageKey(member, name));
    return text === null ? undefined : (JSON.parse(text) as unknown);
  });
}

/** Keeps a draft in place of an earlier one with this name; without a draft, drops that. */
export function keepDraft(member: string, name: string, draft: object | undefined): void {
  orNothing(() => {
    if (draft === undefined) localStorage.removeItem(storageKey(member, name));
    else localStorage.setItem(storageKey(member, name), JSON.stringify(draft));
  });
}

/** Drops all drafts of a member. */
export function dropDrafts(member: string): void {
  orNothing(() => {
    const own = Object.keys(localStorage).filter((key) => key.startsWith(storageKey(member, '')));
    for (const key of own) localStorage.removeItem(key);
  });
}

function storageKey(member: string, name: string): string {
  return `${member} ${name}`;
}

function orNothing<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    // The browser allows no storage, it is full, or the draft is damaged.
    return undefined;
  }
}
