import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ask } from './api.js';
import { isDisconnected } from './live.js';

/** A query of the API, with its latest answer. */
export interface Query<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  /** Asks again. `data` stays until the new answer arrives. */
  readonly refetch: () => void;
  /** Replaces the data by the answer to another request. */
  readonly setData: (data: T) => void;
}

interface QueryOptions {
  readonly keepsPrevious?: boolean;
  readonly dependsOn?: readonly (string | number | boolean | undefined)[];
}

/**
 * Gets a path of the API, and the new path when it changes. Asks again when a value of `dependsOn` changes. With
 * `keepsPrevious`, `data` stays that of the previous path until the answer for the new one arrives. Drops an answer that
 * arrives after a newer request.
 */
export function useQuery<T>(
  path: string | null,
  { keepsPrevious = false, dependsOn = [] }: QueryOptions = {},
): Query<T> {
  const version = dependsOn.join();
  const [state, setState] = useState<{ path: string | null; data?: T; error?: unknown }>({
    path,
  });
  const [isLoading, setLoading] = useState(path !== null);
  const latest = useRef(0);
  // `refetch` is the same function for all paths, and gets the current one.
  const shown = useRef(path);
  shown.current = path;
  const load = useCallback(() => {
    const number = ++latest.current;
    const asked = shown.current;
    setLoading(asked !== null);
    if (asked === null) return;
    void ask<T>('GET', asked)
      .then(
        (data) => ({ path: asked, data }),
        (error: unknown) => ({ path: asked, error }),
      )
      .then((next) => {
        if (number !== latest.current) return;
        setState(next);
        setLoading(false);
      });
  }, []);
  const dropAnswer = useCallback(() => {
    latest.current++;
  }, []);
  useEffect(() => {
    load();
    return dropAnswer;
  }, [load, dropAnswer, path, version]);
  // The events of a lost connection are lost, too.
  const isLost = isDisconnected.value;
  const wasLost = useRef(isLost);
  useEffect(() => {
    if (wasLost.current && !isLost) load();
    wasLost.current = isLost;
  }, [load, isLost]);
  const setData = useCallback(
    (data: T) => {
      dropAnswer();
      setState({ path, data });
      setLoading(false);
    },
    [dropAnswer, path],
  );
  const isCurrent = state.path === path;
  return {
    data: isCurrent || keepsPrevious ? state.data : undefined,
    error: isCurrent ? state.error : undefined,
    // The effect that asks for a new path comes a moment later.
    isLoading: isLoading || (path !== null && !isCurrent),
    refetch: load,
    setData,
  };
}
