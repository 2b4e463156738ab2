import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ask, RefusedRequest } from './api.js';
import { language } from '../language/language.js';
import { isDisconnected } from './live.js';

/** A query of the API, with its latest answer. */
export interface Query<T> {
  readonly data: T | undefined;
  /**
   * The error of the latest answer; `data` is undefined then. While there is data, a temporary failure does not count
   * as an error: the data stays, and the query asks again.
   */
  readonly error: unknown;
  readonly isLoading: boolean;
  /** True after a change of the path, until the answer for the new path arrives. */
  readonly isPrevious: boolean;
  /** Asks again. `data` stays until the new answer arrives. */
  readonly refetch: () => void;
  /** Replaces the data with the answer to another request. */
  readonly setData: (data: T) => void;
}

/** The pause before a query with data asks again after a temporary failure. */
const retryAfterMs = 5_000;

interface QueryOptions<T> {
  readonly keepsPrevious?: boolean;
  readonly dependsOn?: readonly (string | number | boolean | undefined)[];
  /** Requests a path, and returns its new data. `shown` is the data of the same path that is shown now. */
  readonly fetchData?: (path: string, shown: T | undefined) => Promise<T>;
}

function getPath<T>(path: string): Promise<T> {
  return ask<T>('GET', path);
}

/**
 * Requests a path of the API, and the new path when the path changes. Asks again when a value of `dependsOn` or the
 * language of the page changes, and when a lost connection for events is open again. With `keepsPrevious`, `data` is
 * the data of the previous path until the answer for the new path arrives. Ignores the answer to a request that a newer
 * request has replaced. Requests nothing while the path is null.
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
  // `refetch` stays the same function when the path changes, so it reads the current path from here.
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
  // Events are missed while the connection is lost, so the data is loaded again when the connection is open again.
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

/** Returns true if the server did not answer, or is temporarily unavailable. */
function isTemporary(error: unknown): boolean {
  return error instanceof RefusedRequest && [0, 502, 503, 504].includes(error.status);
}
