import { unconfirmedIn } from './unconfirmedStore.js';
import { type Route, route } from '../http/route.js';
import { Refused } from '../refused.js';
import { settlement, unconfirmedList } from '../contract/shapes.js';
import { logEntry } from '../access/logStore.js';
import { requireSheet } from '../sheets/requireSheet.js';

const list = route({
  method: 'GET',
  path: '/api/sheets/:id/unconfirmed',
  needs: 'look',
  topic: 'Results',
  summary: 'List the rows whose assessment may or may not exist in the service',
  answer: unconfirmedList,
  async handle(asked, services) {
    const { id } = await requireSheet(asked, services);
    return { unconfirmed: await unconfirmedIn(services.store, id) };
  },
});

const settle = route({
  method: 'POST',
  path: '/api/sheets/:id/settlements',
  needs: 'edit',
  topic: 'Results',
  summary:
    'Say whether the assessment of an unconfirmed row exists; if not, the next run sends it, or the one that is under way',
  body: settlement,
  answer: unconfirmedList,
  async handle(asked, services) {
    const { id } = await requireSheet(asked, services);
    const { key, exists, assessmentId = '', insteadOf, sentAt, alsoOthers = false } = asked.body;
    const typed = assessmentId.trim();
    if (exists && typed === '') {
      throw new Refused('invalid', 'Enter the Assessment ID that the service shows.', {
        field: 'assessmentId',
      });
    }
    const answer = {
      exists,
      ...(exists ? { assessmentId: typed } : {}),
      ...(insteadOf === undefined ? {} : { insteadOf }),
      ...(typeof sentAt === 'string' ? { sentAt } : {}),
      ...(exists && alsoOthers ? { alsoOthers } : {}),
    };
    const became = exists ? 'exists' : 'does not exist, and is to be sent again';
    const action = `said that an unconfirmed assessment ${became}`;
    await services.work.settle(id, key, answer, logEntry(services, asked.caller, action, id));
    return { unconfirmed: await unconfirmedIn(services.store, id) };
  },
});

/** Routes about rows that were sent and never answered. */
export const settlementRoutes: readonly Route[] = [list, settle];
