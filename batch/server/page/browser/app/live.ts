import { signal } from '@preact/signals';
import type { EventTopic, ServerEvent } from '../../../contract/shapes.js';
import type { Answer, Request } from '../eventWorker.js';
import { EventHub, type Follower } from './eventHub.js';
import { readSession } from './session.js';

/** Whether what is shown may be old, as the connection for changes is lost. */
export const isCutOff = signal(false);

type Hub = Pick<EventHub, 'follow' | 'hurry'>;

/** The stream of all tabs, or of this one where the browser has no shared workers, as on Android. */
let hub: Hub | undefined;

/** Listens to the events of a topic until the function that it returns is called. */
export function listen(topic: EventTopic, hear: (event: ServerEvent) => void): () => void {
  const opened = (hub ??= openHub());
  const follower: Follower = {
    hear,
    cut: (isCut) => {
      isCutOff.value = isCut;
      // The browser does not say why: the session may have ended.
      if (isCut) void readSession();
    },
  };
  let leave = opened.follow(topic, follower);
  const hurry = () => {
    opened.hurry();
  };
  const onHide = () => {
    leave();
  };
  // A tab that comes back from the history continues.
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) leave = opened.follow(topic, follower);
  };
  addEventListener('online', hurry);
  addEventListener('pagehide', onHide);
  addEventListener('pageshow', onShow);
  return () => {
    removeEventListener('online', hurry);
    removeEventListener('pagehide', onHide);
    removeEventListener('pageshow', onShow);
    leave();
    isCutOff.value = false;
  };
}

function openHub(): Hub {
  const script = document.querySelector<HTMLMetaElement>('meta[name="event-worker"]')?.content;
  if (script !== undefined && 'SharedWorker' in globalThis) return hubOfAllTabs(script);
  return new EventHub();
}

function hubOfAllTabs(script: string): Hub {
  const { port } = new SharedWorker(script, { type: 'module' });
  const followers = new Map<number, Follower>();
  const ask = (request: Request) => {
    port.postMessage(request);
  };
  let lastKey = 0;
  port.onmessage = ({ data }: MessageEvent<Answer>) => {
    const follower = followers.get(data.key);
    if ('heard' in data) follower?.hear(data.heard);
    else follower?.cut(data.isCut);
  };
  return {
    follow: (topic, follower) => {
      const key = ++lastKey;
      followers.set(key, follower);
      ask({ do: 'follow', key, topic });
      return () => {
        followers.delete(key);
        ask({ do: 'leave', key });
      };
    },
    hurry: () => {
      ask({ do: 'hurry' });
    },
  };
}
