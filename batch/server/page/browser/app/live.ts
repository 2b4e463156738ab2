import { signal } from '@preact/signals';
import type { ServerEvent } from '../../../contract/shapes.js';
import { readSession } from './session.js';

/** Whether what is shown may be old, as the connection for changes is lost. */
export const isCutOff = signal(false);

const kinds = ['message', 'sheets', 'sheet', 'rows', 'deleted'];
const firstPauseMs = 1000;
const longestPauseMs = 15_000;

/**
 * Listens to the server's events until the function that it returns is called. The whole state comes
 * first, so a lost connection is only opened again; this also does what a browser does not do by
 * itself: go on after an answer that was an error.
 */
export function listen(path: string, hear: (event: ServerEvent) => void): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pauseMs = firstPauseMs;
  const open = () => {
    source = new EventSource(path);
    source.onopen = () => {
      isCutOff.value = false;
      pauseMs = firstPauseMs;
    };
    source.onerror = () => {
      isCutOff.value = true;
      source?.close();
      // The browser does not say why: the session may have ended.
      void readSession();
      timer = setTimeout(open, pauseMs);
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    };
    for (const kind of kinds) source.addEventListener(kind, receive);
  };
  const receive = (message: MessageEvent<string>) => {
    hear(JSON.parse(message.data) as ServerEvent);
  };
  const hurry = () => {
    if (!isCutOff.value) return;
    clearTimeout(timer);
    source?.close();
    open();
  };
  open();
  addEventListener('online', hurry);
  return () => {
    removeEventListener('online', hurry);
    clearTimeout(timer);
    source?.close();
    isCutOff.value = false;
  };
}
