import { createLogEntry } from '../access/logStore.js';
import { count } from '../../wording/words.js';
import { listPersonActions } from './personStore.js';
import type { Caller } from '../access/caller.js';
import { assertPeopleChecked } from '../restore/recordGap.js';
import { type Route, route } from '../http/route.js';
import type { Services } from '../services.js';
import {
  invitations,
  type PersonAction,
  personActions,
  personSettlement,
  removals,
} from '../contract/shapes.js';

const topic = 'People';

/** The routes that invite compliance approvers to the service and remove access, only in its test environment. */
export const peopleRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/people',
    requires: 'look',
    topic,
    summary: 'List invitations and removals, the latest first',
    response: personActions,
    handle: (_, services) => listActions(services),
  }),
  route({
    method: 'POST',
    path: '/api/people/invitations',
    requires: 'administer',
    topic,
    summary: 'Invite people to the service; nobody is invited twice',
    body: invitations,
    response: personActions,
    async handle({ caller, body }, services) {
      await assertPeopleChecked(services.store);
      return send('invite', body.people, caller, services);
    },
  }),
  route({
    method: 'POST',
    path: '/api/people/removals',
    requires: 'administer',
    topic,
    summary: 'Remove the access of people by their Staff IDs',
    body: removals,
    response: personActions,
    handle({ caller, body }, services) {
      const people = [...new Set(body.staff_ids)].map((staffId) => ({ staff_id: staffId }));
      return send('remove', people, caller, services);
    },
  }),
  route({
    method: 'POST',
    path: '/api/people/:id/settlement',
    requires: 'administer',
    topic,
    summary:
      'Say whether an invitation whose answer was lost exists; if not, it is sent again at once',
    body: personSettlement,
    response: personActions,
    async handle({ params, caller, body }, services) {
      if (!body.exists) await assertPeopleChecked(services.store);
      const answer = body.exists ? 'it exists' : 'it is to be sent';
      const entry = createLogEntry(services, caller, `said of an invitation that ${answer}`);
      await services.work.settlePerson(params.id ?? '', body, entry);
      return listActions(services);
    },
  }),
];

async function send(
  action: PersonAction['action'],
  people: readonly Readonly<Record<string, string>>[],
  caller: Caller,
  services: Services,
): Promise<{ actions: PersonAction[] }> {
  const verb = action === 'invite' ? 'asked to invite' : 'asked to remove the access of';
  const whom = count(people.length, 'person', 'people');
  await services.work.sendPeople(
    action,
    people,
    createLogEntry(services, caller, `${verb} ${whom}`),
  );
  return listActions(services);
}

async function listActions({
  store,
}: Pick<Services, 'store'>): Promise<{ actions: PersonAction[] }> {
  return { actions: [...(await listPersonActions(store))] };
}
