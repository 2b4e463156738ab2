import { useState } from 'preact/hooks';
import type { PersonAction, RestoreHold } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { type Query, useQuery } from '../app/query.js';
import { ask } from '../app/api.js';
import { may, session } from '../app/session.js';
import { Dialog } from '../parts/Dialog.js';
import { TextField } from '../parts/Field.js';
import { Form } from '../parts/Form.js';
import { HelpLink } from '../parts/HelpLink.js';
import { Loading, Note, ErrorNote } from '../parts/Notes.js';
import { RestoreNote } from '../parts/RestoreNote.js';
import { Section } from '../parts/Section.js';
import { Title } from '../parts/Title.js';
import { Moment } from '../parts/Time.js';
import { SettleInvitation } from './SettleInvitation.js';

interface Actions {
  readonly actions: readonly PersonAction[];
}

/** Invites compliance approvers to the service, and removes people's access to it. */
export function People() {
  const answer = useQuery<Actions>('/api/people');
  const { data: hold, refetch } = useQuery<RestoreHold | null>('/api/people/restore-check');
  const isTest = session.value?.service.isTest === true;
  return (
    <>
      <Title
        title="Compliance approvers"
        lead="People who approve assessments in the service. The members of this page are listed under Members."
      >
        <HelpLink section="people-of-the-service" about="compliance approvers" />
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
        <Note>
          Compliance approvers can be invited and removed only in the test environment, and this
          server uses another one.
        </Note>
      ) : may('administer') ? (
        <>
          <InviteForm answer={answer} />
          <RemoveForm answer={answer} />
        </>
      ) : (
        <Note>Only administrators can invite compliance approvers and remove access.</Note>
      )}
      <ActionTable answer={answer} />
    </>
  );
}

const emptyPerson = { first_name: '', last_name: '', email: '', staff_id: '' };

function InviteForm({ answer }: { answer: Query<Actions> }) {
  const [person, setPerson] = useState(emptyPerson);
  const field = (name: keyof typeof emptyPerson, label: string) => (
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
    answer.setData(result);
    announceLatest(result, 'invite', person.staff_id);
    setPerson(emptyPerson);
  };
  return (
    <Section
      title="Invite a compliance approver"
      about="The service sends the person an email with an invitation."
    >
      <Form button="Invite" kind="primary" act={invite}>
        <div class="row-of-fields">
          {field('first_name', 'First name')}
          {field('last_name', 'Last name')}
          {field('email', 'Email')}
          {field('staff_id', 'Staff ID')}
        </div>
      </Form>
    </Section>
  );
}

/** Announces the status of the latest action on a person, and its message. */
function announceLatest({ actions }: Actions, action: PersonAction['action'], staffId: string) {
  const person = staffId.trim();
  // The server lists the latest action first.
  const latest = actions.find((entry) => entry.action === action && entry.person === person);
  if (latest !== undefined) announce(`${person}: ${latest.status}. ${latest.message}`.trim());
}

function RemoveForm({ answer }: { answer: Query<Actions> }) {
  const [id, setId] = useState('');
  const [isAsking, setAsking] = useState(false);
  const remove = async () => {
    const result = await ask<Actions>('POST', '/api/people/removals', { staff_ids: [id.trim()] });
    answer.setData(result);
    announceLatest(result, 'remove', id);
    setId('');
  };
  return (
    <Section
      title="Remove access"
      about="The person can no longer sign in to the service or approve anything there."
    >
      <Form
        button="Remove access…"
        kind="grave"
        act={() => {
          setAsking(true);
        }}
      >
        <TextField label="Staff ID" value={id} change={setId} isRequired />
      </Form>
      {isAsking && (
        <Dialog
          title={`Remove the access of ${id.trim()}?`}
          button="Remove the access"
          isDestructive
          act={remove}
          close={() => {
            setAsking(false);
          }}
        >
          <p>This person can no longer sign in to the service or approve anything there.</p>
        </Dialog>
      )}
    </Section>
  );
}

function ActionTable({ answer: { data, error, refetch, setData } }: { answer: Query<Actions> }) {
  if (data === undefined) {
    return error === undefined ? (
      <Loading text="Loading what was done…" />
    ) : (
      <ErrorNote error={error} refetch={refetch} />
    );
  }
  if (data.actions.length === 0) return null;
  return (
    <Section title="What was done" hasTable>
      <table class="stacked">
        <thead>
          <tr>
            <th scope="col">Person</th>
            <th scope="col">Action</th>
            <th scope="col">Status</th>
            <th scope="col">By</th>
          </tr>
        </thead>
        <tbody>
          {data.actions.map((action) => (
            <tr key={action.id}>
              <th scope="row">
                {action.name ?? action.person}
                {action.name !== undefined && <small>{action.person}</small>}
              </th>
              <td>{action.action === 'invite' ? 'Invite' : 'Remove access'}</td>
              <td>
                {action.status}
                {action.message !== '' && <small>{action.message}</small>}
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
