import { useState } from 'preact/hooks';
import type { PersonAction, RestoreHold } from '../../../contract/shapes.js';
import { localizeTimes } from '../app/time.js';
import { announce } from '../app/announce.js';
import { type Query, useQuery } from '../app/query.js';
import { ask } from '../app/api.js';
import { may, session } from '../app/session.js';
import { t } from '../language/language.js';
import { Dialog } from '../parts/Dialog.js';
import { TextField } from '../parts/Field.js';
import { Form } from '../parts/Form.js';
import { HelpLink } from '../parts/HelpLink.js';
import { Note, QueryPlaceholder } from '../parts/Notes.js';
import { RestoreNote } from '../parts/RestoreNote.js';
import { Section } from '../parts/Section.js';
import { Title } from '../parts/Title.js';
import { Moment } from '../parts/Time.js';
import { SettleInvitation } from './SettleInvitation.js';

interface Actions {
  readonly actions: readonly PersonAction[];
}

export function People() {
  const query = useQuery<Actions>('/api/people');
  const { data: hold, refetch } = useQuery<RestoreHold | null>('/api/people/restore-check');
  const isTest = session.value?.service.isTest === true;
  return (
    <>
      <Title title={t(($) => $.frame.screens.people)} lead={t(($) => $.people.lead)}>
        <HelpLink section="people-of-the-service" about={t(($) => $.people.help)} />
      </Title>
      {isTest && hold !== undefined && hold !== null && (
        <RestoreNote
          hold={hold}
          path="/api/people/restore-check"
          mayConfirm={may('administer')}
          onConfirmed={refetch}
        />
      )}
      {!isTest ? (
        <Note>{t(($) => $.people.testOnly)}</Note>
      ) : may('administer') ? (
        <>
          <InviteForm query={query} />
          <RemoveForm query={query} />
        </>
      ) : (
        <Note>{t(($) => $.people.administratorsOnly)}</Note>
      )}
      <ActionTable query={query} />
    </>
  );
}

const emptyPerson = { first_name: '', last_name: '', email: '', staff_id: '' };

function InviteForm({ query }: { query: Query<Actions> }) {
  const [person, setPerson] = useState(emptyPerson);
  const renderField = (name: keyof typeof emptyPerson, label: string) => (
    <TextField
      label={label}
      value={person[name]}
      isRequired
      type={name === 'email' ? 'email' : 'text'}
      change={(value) => {
        setPerson((before) => ({ ...before, [name]: value }));
      }}
    />
  );
  const invite = async () => {
    const result = await ask<Actions>('POST', '/api/people/invitations', { people: [person] });
    query.setData(result);
    announceLatestAction(result, 'invite', person.staff_id);
    setPerson(emptyPerson);
  };
  return (
    <Section title={t(($) => $.people.invite.title)} about={t(($) => $.people.invite.about)}>
      <Form button={t(($) => $.people.invite.button)} kind="primary" act={invite}>
        <div class="row-of-fields">
          {renderField(
            'first_name',
            t(($) => $.people.invite.firstName),
          )}
          {renderField(
            'last_name',
            t(($) => $.people.invite.lastName),
          )}
          {renderField(
            'email',
            t(($) => $.people.invite.email),
          )}
          {renderField(
            'staff_id',
            t(($) => $.people.invite.staffId),
          )}
        </div>
      </Form>
    </Section>
  );
}

function announceLatestAction(
  { actions }: Actions,
  action: PersonAction['action'],
  staffId: string,
) {
  const person = staffId.trim();
  // The server lists the latest action first.
  const latest = actions.find((entry) => entry.action === action && entry.person === person);
  if (latest === undefined) return;
  const { message } = latest;
  const status = nameStatus(latest.status);
  announce(
    t(($) => (message === '' ? $.people.ended : $.people.endedWithMessage), {
      person,
      status,
      message,
    }),
  );
}

const statuses = [
  'Sending',
  'Invited',
  'Already invited',
  'Removed',
  'Not sent',
  'Unconfirmed',
  'Rejected',
  'Invalid',
  'Duplicate',
  'Interrupted',
] as const;

function nameStatus(status: string): string {
  const known = statuses.find((each) => each === status);
  return known === undefined ? status : t(($) => $.people.statuses[known]);
}

function RemoveForm({ query }: { query: Query<Actions> }) {
  const [id, setId] = useState('');
  const [isAsking, setAsking] = useState(false);
  const remove = async () => {
    const result = await ask<Actions>('POST', '/api/people/removals', { staff_ids: [id.trim()] });
    query.setData(result);
    announceLatestAction(result, 'remove', id);
    setId('');
  };
  return (
    <Section title={t(($) => $.people.remove.title)} about={t(($) => $.people.remove.about)}>
      <Form
        button={t(($) => $.people.remove.button)}
        kind="grave"
        act={() => {
          setAsking(true);
        }}
      >
        <TextField label={t(($) => $.people.invite.staffId)} value={id} change={setId} isRequired />
      </Form>
      {isAsking && (
        <Dialog
          title={t(($) => $.people.remove.question, { person: id.trim() })}
          button={t(($) => $.people.remove.confirm)}
          isDestructive
          act={remove}
          close={() => {
            setAsking(false);
          }}
        >
          <p>{t(($) => $.people.remove.consequence)}</p>
        </Dialog>
      )}
    </Section>
  );
}

function ActionTable({ query }: { query: Query<Actions> }) {
  const { data, setData } = query;
  if (data === undefined) {
    return <QueryPlaceholder query={query} text={t(($) => $.people.loading)} />;
  }
  if (data.actions.length === 0) return null;
  return (
    <Section title={t(($) => $.people.table.title)} hasTable>
      <table class="stacked">
        <thead>
          <tr>
            <th scope="col">{t(($) => $.people.table.person)}</th>
            <th scope="col">{t(($) => $.people.table.action)}</th>
            <th scope="col">{t(($) => $.people.table.status)}</th>
            <th scope="col">{t(($) => $.people.table.by)}</th>
          </tr>
        </thead>
        <tbody>
          {data.actions.map((action) => (
            <tr key={action.id}>
              <th scope="row">
                {action.name ?? action.person}
                {action.name !== undefined && <small>{action.person}</small>}
                {action.email !== undefined && <small>{action.email}</small>}
              </th>
              <td>{t(($) => $.people.actions[action.action])}</td>
              <td>
                {nameStatus(action.status)}
                {action.message !== '' && <small>{localizeTimes(action.message)}</small>}
                {action.waitsFor !== undefined && may('administer') && (
                  <SettleInvitation action={action} onSettled={setData} />
                )}
              </td>
              <td>
                {action.by}
                <small>
                  <Moment of={action.at} />
                </small>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
