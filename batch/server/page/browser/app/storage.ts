/** Returns undefined if there is no value, or if it cannot be read. */
export function readStored(key: string): unknown {
  return tryStorage(() => {
    const text = localStorage.getItem(key);
    return text === null ? undefined : (JSON.parse(text) as unknown);
  });
}

export function keepStored(key: string, value: object | undefined): void {
  tryStorage(() => {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  });
}

export function dropStored(keyStart: string): void {
  tryStorage(() => {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(keyStart));
    for (const key of keys) localStorage.removeItem(key);
  });
}

function tryStorage<T>(access: () => T): T | undefined {
  try {
    return access();
  } catch {
    // The browser allows no storage, the storage is full, or the value is damaged.
    return undefined;
  }
}
