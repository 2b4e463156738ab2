import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ask, RefusedRequest } from './api.js';
import { language } from '../language/language.js';
import { isDisconnected } from './live.js';

export interface Query<T> {
  readonly data: T | undefined;
  /** While there is data, a temporary failure does not count: the data stays, and the query asks again. */
  readonly error: unknown;
  readonly isLoading: boolean;
  /** True after a change of the path, until the answer for the new path arrives. */
  readonly isPrevious: boolean;
  /** `data` stays until the new answer arrives. */
  readonly refetch: () => void;
  readonly setData: (data: T) => void;
}

/** The time after which a query that has data asks again after a temporary failure. */
const retryAfterMs = 5_000;

interface QueryOptions<T> {
  readonly keepsPrevious?: boolean;
  readonly dependsOn?: readonly (string | number | boolean | undefined)[];
  readonly fetchData?: (path: string, shown: T | undefined) => Promise<T>;
}

function getPath<T>(path: string): Promise<T> {
  return ask<T>('GET', path);
}

/**
 * Asks again when `path`, a value of `dependsOn` or the language changes, and when the connection for events is
 * restored. Requests nothing while the path is null.
 */
export function useQuery<T>(
  path: string | null,
  { keepsPrevious = false, dependsOn = [], fetchData = getPath }: QueryOptions<T> = {},
): Query<T> {
  // Answers contain messages in the member's language.
  const dependencies = [language.value, ...dependsOn].join();
  const [state, setState] = useState<{ path: string | null; data?: T; error?: unknown }>({
    path,
  });
  const [isLoading, setLoading] = useState(path !== null);
  const latest = useRef(0);
  const latestState = useRef(state);
  latestState.current = state;
  // `refetch` reads the current path from here, because it stays the same function when the path changes.
  const currentPath = useRef(path);
  currentPath.current = path;
  const load = useCallback(() => {
    const number = ++latest.current;
    const requestedPath = currentPath.current;
    setLoading(requestedPath !== null);
    if (requestedPath === null) return;
    const show = (next: typeof state) => {
      if (number !== latest.current) return;
      const { path: shownPath, data } = latestState.current;
      if (isTemporary(next.error) && shownPath === requestedPath && data !== undefined) {
        setTimeout(() => {
          if (number === latest.current) load();
        }, retryAfterMs);
      } else {
        setState(next);
      }
      setLoading(false);
    };
    const { current } = latestState;
    const shown = current.path === requestedPath ? current.data : undefined;
    void fetchData(requestedPath, shown).then(
      (data) => {
        show({ path: requestedPath, data });
      },
      (error: unknown) => {
        show({ path: requestedPath, error });
      },
    );
  }, [fetchData]);
  const dropAnswer = useCallback(() => {
    latest.current++;
  }, []);
  useEffect(() => {
    load();
    return dropAnswer;
  }, [load, dropAnswer, path, dependencies]);
  // Events are missed while the connection is lost.
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
    // The effect that requests a new path runs only after this render.
    isLoading: isLoading || (path !== null && !isCurrent),
    isPrevious: !isCurrent,
    refetch: load,
    setData,
  };
}

function isTemporary(error: unknown): boolean {
  return error instanceof RefusedRequest && [0, 502, 503, 504].includes(error.status);
}
