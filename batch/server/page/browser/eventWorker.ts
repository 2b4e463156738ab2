// Runs once for all tabs of a browser, as a shared worker: they get their events by one connection.
import type { EventTopic, ServerEvent } from '../../contract/shapes.js';
import { EventHub } from './app/eventHub.js';

/** A message from a tab, which follows a topic from `follow` to `leave`. Each time has another key. */
export type Request =
  | { readonly do: 'follow'; readonly key: number; readonly topic: EventTopic }
  | { readonly do: 'leave'; readonly key: number }
  | { readonly do: 'hurry' };

/** A message to a tab, about the topic that it follows with this key. */
export type Answer =
  | { readonly key: number; readonly heard: ServerEvent }
  | { readonly key: number; readonly isCut: boolean };

const hub = new EventHub();

addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports;
  if (port === undefined) return;
  const tell = (answer: Answer) => {
    port.postMessage(answer);
  };
  const followed = new Map<number, () => void>();
  port.onmessage = ({ data }: MessageEvent<Request>) => {
    if (data.do === 'hurry') {
      hub.hurry();
      return;
    }
    const { key } = data;
    followed.get(key)?.();
    followed.delete(key);
    if (data.do === 'leave') return;
    const leave = hub.follow(data.topic, {
      hear: (heard) => {
        tell({ key, heard });
      },
      cut: (isCut) => {
        tell({ key, isCut });
      },
    });
    followed.set(key, leave);
  };
});
