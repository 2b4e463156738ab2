import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ask } from './api.js';

/** An answer of the API, as far as it is there. */
export interface Answer<T> {
  readonly data: T | undefined;
  readonly refused: unknown;
  readonly isLoading: boolean;
  /** Asks again; what is shown stays until the new answer is there. */
  readonly again: () => void;
  /** Shows what another request has answered. */
  readonly put: (data: T) => void;
}

/**
 * Asks for a path, and again when it changes. With `keeps`, the answer of another path stays in view meanwhile. An
 * answer that comes after a newer question is dropped.
 */
export function useAnswer<T>(path: string | null, keeps = false): Answer<T> {
  const [state, setState] = useState<{ path: string | null; data?: T; refused?: unknown }>({
    path,
  });
  const [isLoading, setLoading] = useState(path !== null);
  const latest = useRef(0);
  // A later call asks for the path that is shown by then.
  const shown = useRef(path);
  shown.current = path;
  const load = useCallback(() => {
    const number = ++latest.current;
    const asked = shown.current;
    if (asked === null) return;
    setLoading(true);
    void ask<T>('GET', asked)
      .then(
        (data) => ({ path: asked, data }),
        (refused: unknown) => ({ path: asked, refused }),
      )
      .then((next) => {
        if (number !== latest.current) return;
        setState(next);
        setLoading(false);
      });
  }, []);
  useEffect(() => {
    load();
    return () => {
      latest.current++;
    };
  }, [load, path]);
  const put = useCallback(
    (data: T) => {
      latest.current++;
      setState({ path, data });
      setLoading(false);
    },
    [path],
  );
  const isOf = state.path === path;
  return {
    data: isOf || keeps ? state.data : undefined,
    refused: isOf ? state.refused : undefined,
    isLoading,
    again: load,
    put,
  };
}
