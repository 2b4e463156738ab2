import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from './api.js';

/** Long enough for a person to type the next letter, or to make the next of several choices. */
const waitMs = 300;

/** Requests that replace each other: only the answer to the latest one is used. */
interface LatestPost<T> {
  readonly isWaiting: boolean;
  readonly failure: unknown;
  /** Aborts the previous request, and sends this one unless another follows at once. */
  readonly send: (body: unknown, onAnswer: (answer: T) => void) => void;
  readonly abort: () => void;
}

/** Posts to a path once after several quick changes. */
export function useLatestPost<T>(path: string): LatestPost<T> {
  const [state, setState] = useState<Pick<LatestPost<T>, 'isWaiting' | 'failure'>>(idle);
  const latest = useRef(new AbortController());
  const stop = () => {
    latest.current.abort();
    latest.current = new AbortController();
    return latest.current.signal;
  };
  useEffect(() => () => void stop(), []);
  const post = async (signal: AbortSignal, body: unknown, onAnswer: (answer: T) => void) => {
    const isAborted = () => signal.aborted;
    setState({ isWaiting: true, failure: undefined });
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    if (isAborted()) return;
    try {
      const answer = await ask<T>('POST', path, body, signal);
      if (isAborted()) return;
      setState(idle);
      onAnswer(answer);
    } catch (failure) {
      if (!isAborted()) setState({ isWaiting: false, failure });
    }
  };
  return {
    ...state,
    send: (body, onAnswer) => void post(stop(), body, onAnswer),
    abort: () => {
      stop();
      setState(idle);
    },
  };
}

const idle = { isWaiting: false, failure: undefined };
