import { createLogEntry } from '../access/logStore.js';
import { listPersonActions } from './personStore.js';
import { assertPeopleChecked } from '../restore/recordGap.js';
import type { Language } from '../contract/languages.js';
import { getLanguage } from '../http/requestLanguage.js';
import { type Route, route, type RouteRequest } from '../http/route.js';
import type { Services } from '../services.js';
import {
  invitations,
  type PersonAction,
  personActions,
  personSettlement,
  removals,
} from '../contract/shapes.js';

const topic = 'People';

/** The service accepts changes only in its test environment. */
export const peopleRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/people',
    requires: 'look',
    topic,
    summary: 'List invitations and removals, the latest first',
    response: personActions,
    async handle({ caller, context }, services) {
      const { actions } = await listActions(services, getLanguage(context));
      return { actions: caller.rights.has('administer') ? actions : actions.map(hideEmail) };
    },
  }),
  route({
    method: 'POST',
    path: '/api/people/invitations',
    requires: 'administer',
    topic,
    summary:
      'Invite people to the service; an invitation that may have taken effect is not repeated',
    body: invitations,
    response: personActions,
    async handle(request, services) {
      await assertPeopleChecked(services.store);
      return send('invite', request.body.people, request, services);
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
    handle(request, services) {
      const people = [...new Set(request.body.staff_ids)].map((staffId) => ({ staff_id: staffId }));
      return send('remove', people, request, services);
    },
  }),
  route({
    method: 'POST',
    path: '/api/people/:id/settlement',
    requires: 'administer',
    topic,
    summary: 'Settle an invitation that waits: record that it exists, or send it at once',
    body: personSettlement,
    response: personActions,
    async handle({ params, caller, body, context }, services) {
      if (!body.exists) await assertPeopleChecked(services.store);
      const { exists } = body;
      const entry = createLogEntry(services, caller, { code: 'invitationDeclared', exists });
      const language = getLanguage(context);
      await services.work.settlePerson(params.id ?? '', body, entry, language);
      return listActions(services, language);
    },
  }),
];

async function send(
  action: PersonAction['action'],
  people: readonly Readonly<Record<string, string>>[],
  { caller, context }: Pick<RouteRequest<unknown, unknown>, 'caller' | 'context'>,
  services: Services,
): Promise<{ actions: PersonAction[] }> {
  const language = getLanguage(context);
  await services.work.sendPeople(
    action,
    people,
    createLogEntry(services, caller, { code: 'peopleSent', action, people: people.length }),
    language,
  );
  return listActions(services, language);
}

/** Hides the request of an action that waits, because it contains the email, too. */
function hideEmail({ email: _, sent: __, ...action }: PersonAction): PersonAction {
  return action;
}

async function listActions(
  { store }: Pick<Services, 'store'>,
  language: Language,
): Promise<{ actions: PersonAction[] }> {
  return { actions: [...(await listPersonActions(store, language))] };
}
