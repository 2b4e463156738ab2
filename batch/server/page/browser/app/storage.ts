/** Returns what this browser keeps under a key; undefined if there is nothing, or nothing that can be read. */
export function readStored(key: string): unknown {
  return tryStorage(() => {
    const text = localStorage.getItem(key);
    return text === null ? undefined : (JSON.parse(text) as unknown);
  });
}

/** Keeps a value in this browser in place of an earlier one; without a value, drops that. */
export function keepStored(key: string, value: object | undefined): void {
  tryStorage(() => {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  });
}

/** Drops all values whose keys begin with a text. */
export function dropStored(beginning: string): void {
  tryStorage(() => {
    const own = Object.keys(localStorage).filter((key) => key.startsWith(beginning));
    for (const key of own) localStorage.removeItem(key);
  });
}

function tryStorage<T>(access: () => T): T | undefined {
  try {
    return access();
  } catch {
    // The browser allows no storage, it is full, or the value is damaged.
    return undefined;
  }
}
