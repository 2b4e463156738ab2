import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from './api.js';

/** A person may type the next letter or make another choice within this time. */
const waitMs = 300;

interface LatestPost<T> {
  readonly isWaiting: boolean;
  readonly failure: unknown;
  /** Waits {@link waitMs} for another request. */
  readonly send: (body: unknown, onAnswer: (answer: T) => void) => void;
  readonly abort: () => void;
}

/** Several quick changes cause only one request. */
export function useLatestPost<T>(path: string): LatestPost<T> {
  const [state, setState] = useState<Pick<LatestPost<T>, 'isWaiting' | 'failure'>>(idle);
  const latest = useRef(new AbortController());
  const abortLatest = () => {
    latest.current.abort();
    latest.current = new AbortController();
    return latest.current.signal;
  };
  useEffect(() => () => void abortLatest(), []);
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
    send: (body, onAnswer) => void post(abortLatest(), body, onAnswer),
    abort: () => {
      abortLatest();
      setState(idle);
    },
  };
}

const idle = { isWaiting: false, failure: undefined };
