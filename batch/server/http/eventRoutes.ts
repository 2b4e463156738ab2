import { z } from 'zod/v4';
import type { Changes } from '../changes.js';
import { EventStream } from './eventStream.js';
import { OpenStreams } from './openStreams.js';
import { type Route, route } from './route.js';

/** People have fewer sheets open in tabs. */
const maxTopics = 100;

export const eventRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/events',
    requires: 'look',
    topic: 'Events',
    summary:
      'Follow the list of all sheets, or sheets and their rows, by server-sent events. Every connection begins with the whole state. The last event of a sheet that does not exist, or is deleted, is `deleted`',
    query: z.object({
      sheet: z
        .string()
        .default('all')
        .transform((text) => new Set(text.split(',')))
        .refine((topics) => topics.size <= maxTopics, `at most ${maxTopics} sheets`)
        .describe('IDs with commas between them, and "all" for the list'),
    }),
    answersWith: 'text/event-stream',
    handle({ query: { sheet: topics }, caller: { memberId }, context }, services) {
      const open = findOpenStreams(services.changes);
      const stream: EventStream = new EventStream(services, topics, context.req.raw, () => {
        open.delete(memberId, stream);
      });
      open.add(memberId, stream);
      return new Response(stream.body, {
        headers: {
          'Content-Type': 'text/event-stream',
          'Cache-Control': 'no-store',
          // Otherwise a proxy such as nginx would delay events until it has more of them.
          'X-Accel-Buffering': 'no',
        },
      });
    },
  }),
];

/** A member has fewer pages open. */
const maxStreamsPerMember = 50;
const streamsByServer = new WeakMap<Changes, OpenStreams>();

function findOpenStreams(changes: Changes): OpenStreams {
  const open = streamsByServer.get(changes) ?? new OpenStreams(maxStreamsPerMember);
  streamsByServer.set(changes, open);
  return open;
}
