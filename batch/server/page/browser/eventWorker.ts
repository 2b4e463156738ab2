// A shared worker: it runs once for all tabs of a browser, so that they share one connection for their events.
import type { EventTopic, ServerEvent } from '../../contract/shapes.js';
import { EventHub } from './app/eventHub.js';

/**
 * A message from a tab. `follow` begins to follow a topic under a new key, and `leave` with this key ends it.
 * `reconnect` ends the pause before the next connection.
 */
export type MessageFromTab =
  | { readonly do: 'follow'; readonly key: number; readonly topic: EventTopic }
  | { readonly do: 'leave'; readonly key: number }
  | { readonly do: 'reconnect' };

/** A message to a tab about the topic that it follows with this key. */
export type MessageToTab =
  | { readonly key: number; readonly event: ServerEvent }
  | { readonly key: number; readonly isLost: boolean };

const hub = new EventHub();

addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports;
  if (port === undefined) return;
  const post = (message: MessageToTab) => {
    port.postMessage(message);
  };
  const leaveByKey = new Map<number, () => void>();
  port.onmessage = ({ data }: MessageEvent<MessageFromTab>) => {
    if (data.do === 'reconnect') {
      hub.reconnect();
      return;
    }
    const { key } = data;
    leaveByKey.get(key)?.();
    leaveByKey.delete(key);
    if (data.do === 'leave') return;
    const leave = hub.follow(data.topic, {
      onEvent: (event) => {
        post({ key, event });
      },
      onConnection: (isLost) => {
        post({ key, isLost });
      },
    });
    leaveByKey.set(key, leave);
  };
});
