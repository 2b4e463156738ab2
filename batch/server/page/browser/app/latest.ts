import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from './api.js';

/** Long enough for the next of several quick choices, and for the next letter. */
const waitMs = 300;

/** Requests of which only the answer to the latest counts. */
interface LatestRequest<T> {
  readonly isWaiting: boolean;
  readonly failure: unknown;
  /** Aborts the request before, and sends this one unless another follows at once. */
  readonly send: (body: unknown, onAnswer: (answer: T) => void) => void;
  readonly abort: () => void;
}

/** Posts to a path after each of several quick changes, and only once. */
export function useLatestPost<T>(path: string): LatestRequest<T> {
  const [state, setState] = useState<Pick<LatestRequest<T>, 'isWaiting' | 'failure'>>(nothing);
  const latest = useRef(new AbortController());
  const stop = () => {
    latest.current.abort();
    latest.current = new AbortController();
    return latest.current.signal;
  };
  useEffect(() => () => void stop(), []);
  const post = async (signal: AbortSignal, body: unknown, onAnswer: (answer: T) => void) => {
    const isOver = () => signal.aborted;
    setState({ isWaiting: true, failure: undefined });
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    if (isOver()) return;
    try {
      const answer = await ask<T>('POST', path, body, signal);
      if (isOver()) return;
      setState(nothing);
      onAnswer(answer);
    } catch (failure) {
      if (!isOver()) setState({ isWaiting: false, failure });
    }
  };
  return {
    ...state,
    send: (body, onAnswer) => void post(stop(), body, onAnswer),
    abort: () => {
      stop();
      setState(nothing);
    },
  };
}

const nothing = { isWaiting: false, failure: undefined };
