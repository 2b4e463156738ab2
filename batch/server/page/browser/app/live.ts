import { signal } from '@preact/signals';
import type { EventTopic, ServerEvent } from '../../../contract/shapes.js';
import type { MessageFromTab, MessageToTab } from '../eventWorker.js';
import { EventHub, type Follower } from './eventHub.js';
import { readSession } from './session.js';

/** While this is true, the screen may show old data. */
export const isDisconnected = signal(false);

type Hub = Pick<EventHub, 'follow' | 'reconnect'>;

/** All tabs share a hub, unless the browser has no shared workers. */
let hub: Hub | undefined;

export function listen(topic: EventTopic, onEvent: (event: ServerEvent) => void): () => void {
  const currentHub = (hub ??= openHub());
  const follower: Follower = {
    onEvent,
    onConnection: (isLost) => {
      isDisconnected.value = isLost;
      // The session may have ended: the browser gives no reason for a lost connection.
      if (isLost) void readSession();
    },
  };
  let leave = currentHub.follow(topic, follower);
  const reconnect = () => {
    currentHub.reconnect();
  };
  const onHide = () => {
    leave();
  };
  // A page that the browser restores from its history follows the topic again.
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) leave = currentHub.follow(topic, follower);
  };
  addEventListener('online', reconnect);
  addEventListener('pagehide', onHide);
  addEventListener('pageshow', onShow);
  return () => {
    removeEventListener('online', reconnect);
    removeEventListener('pagehide', onHide);
    removeEventListener('pageshow', onShow);
    leave();
    isDisconnected.value = false;
  };
}

function openHub(): Hub {
  const script = document.querySelector<HTMLMetaElement>('meta[name="event-worker"]')?.content;
  if (script !== undefined && 'SharedWorker' in globalThis) return connectToSharedHub(script);
  return new EventHub();
}

function connectToSharedHub(script: string): Hub {
  const { port } = new SharedWorker(script, { type: 'module' });
  const followers = new Map<number, Follower>();
  const post = (message: MessageFromTab) => {
    port.postMessage(message);
  };
  let lastKey = 0;
  port.onmessage = ({ data }: MessageEvent<MessageToTab>) => {
    const follower = followers.get(data.key);
    if ('event' in data) follower?.onEvent(data.event);
    else follower?.onConnection(data.isLost);
  };
  return {
    follow: (topic, follower) => {
      const key = ++lastKey;
      followers.set(key, follower);
      post({ do: 'follow', key, topic });
      return () => {
        followers.delete(key);
        post({ do: 'leave', key });
      };
    },
    reconnect: () => {
      post({ do: 'reconnect' });
    },
  };
}
