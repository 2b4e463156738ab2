// A shared worker: it runs once for all tabs of a browser, so that they share one connection for their events.
import type { EventTopic, ServerEvent } from '../../contract/shapes.js';
import { EventHub } from './app/eventHub.js';

/** A message from a tab. The tab follows a topic from `follow` to `leave`; each `follow` has a new key. */
export type MessageFromTab =
  | { readonly do: 'follow'; readonly key: number; readonly topic: EventTopic }
  | { readonly do: 'leave'; readonly key: number }
  | { readonly do: 'reconnect' };

/** A message to a tab about the topic that it follows with this key. */
export type MessageToTab =
  | { readonly key: number; readonly event: ServerEvent }
  | { readonly key: number; readonly isLost: boolean };

const hub = new EventHub();

addEventListener('connect', (connection) => {
  const [port] = (connection as MessageEvent).ports;
  if (port === undefined) return;
  const post = (message: MessageToTab) => {
    port.postMessage(message);
  };
  const followed = new Map<number, () => void>();
  port.onmessage = ({ data }: MessageEvent<MessageFromTab>) => {
    if (data.do === 'reconnect') {
      hub.reconnect();
      return;
    }
    const { key } = data;
    followed.get(key)?.();
    followed.delete(key);
    if (data.do === 'leave') return;
    const leave = hub.follow(data.topic, {
      onEvent: (event) => {
        post({ key, event });
      },
      onConnection: (isLost) => {
        post({ key, isLost });
      },
    });
    followed.set(key, leave);
  };
});
