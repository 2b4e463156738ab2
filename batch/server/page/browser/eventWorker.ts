// This worker runs once for all tabs of a browser, so that they share one connection for their events.
import type { EventTopic, ServerEvent } from '../../contract/shapes.js';
import { EventHub } from './app/eventHub.js';

/** `leave` has the key of its `follow`. `reconnect` ends the pause before the next connection. */
export type MessageFromTab =
  | { readonly do: 'follow'; readonly key: number; readonly topic: EventTopic }
  | { readonly do: 'leave'; readonly key: number }
  | { readonly do: 'reconnect' };

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
