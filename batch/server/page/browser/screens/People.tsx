import { useState } from 'preact/hooks';
import type { PersonAction, RestoreHold } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { type Answer, useAnswer } from '../app/answer.js';
import { ask } from '../app/api.js';
import { may, session } from '../app/session.js';
import { moment } from '../app/time.js';
import { useActing } from '../parts/Act.js';
import { Ask } from '../parts/Ask.js';
import { TextField } from '../parts/Field.js';
import { Empty, Loading, Note, Wrong } from '../parts/Said.js';
import { Restored } from '../parts/Restored.js';
import { Title } from '../parts/Title.js';
import { SettleInvitation } from './SettleInvitation.js';

interface Actions {
  readonly actions: readonly PersonAction[];
}

/** People of the service: compliance approvers are invited, and access is removed. */
export function People() {
  const answer = useAnswer<Actions>('/api/people');
  const { data: hold, again } = useAnswer<RestoreHold | null>('/api/people/restore-check');
  const isTest = session.value?.service.isTest === true;
  return (
    <>
      <Title
        title="People"
        lead="Compliance approvers in the service. The members of this page are listed under Members."
      />
      {isTest && hold !== undefined && hold !== null && (
        <Restored
          hold={hold}
          path="/api/people/restore-check"
          mayConfirm={may('administer')}
          confirmed={again}
        />
      )}
      {!isTest ? (
        <Note>
          People can be invited and removed only in the test environment, and this server uses
          another one.
        </Note>
      ) : may('administer') ? (
        <div class="pair columns">
          <Invite answer={answer} />
          <Remove answer={answer} />
        </div>
      ) : (
        <Note>Only administrators can invite people and remove access.</Note>
      )}
      <Done answer={answer} />
    </>
  );
}

const nobody = { first_name: '', last_name: '', email: '', staff_id: '' };

function Invite({ answer }: { answer: Answer<Actions> }) {
  const [person, setPerson] = useState(nobody);
  const { isBusy, refused, begin } = useActing();
  const line = (name: keyof typeof nobody, label: string) => (
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
    const done = await ask<Actions>('POST', '/api/people/invitations', { people: [person] });
    answer.put(done);
    announceLatest(done, 'invite', person.staff_id);
    setPerson(nobody);
  };
  return (
    <section class="card padded" aria-labelledby="invite">
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          begin(invite);
        }}
      >
        <h2 id="invite">Invite a compliance approver</h2>
        {line('first_name', 'First name')}
        {line('last_name', 'Last name')}
        {line('email', 'Email')}
        {line('staff_id', 'Staff ID')}
        {refused !== undefined && <Wrong error={refused} />}
        <button class="button primary" aria-busy={isBusy}>
          Invite
        </button>
      </form>
    </section>
  );
}

/** Announces the status of the latest action on a person, and why it was not sent. */
function announceLatest({ actions }: Actions, action: PersonAction['action'], staffId: string) {
  const person = staffId.trim();
  const latest = actions.find((each) => each.action === action && each.person === person);
  if (latest !== undefined) announce(`${person}: ${latest.status}. ${latest.said}`.trim());
}

function Remove({ answer }: { answer: Answer<Actions> }) {
  const [id, setId] = useState('');
  const [isAsking, setAsking] = useState(false);
  const remove = async () => {
    const done = await ask<Actions>('POST', '/api/people/removals', { staff_ids: [id.trim()] });
    answer.put(done);
    announceLatest(done, 'remove', id);
    setId('');
  };
  return (
    <section class="card padded" aria-labelledby="remove">
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          setAsking(true);
        }}
      >
        <h2 id="remove">Remove access</h2>
        <TextField label="Staff ID" value={id} change={setId} isRequired />
        <button class="button grave">Remove access…</button>
      </form>
      {isAsking && (
        <Ask
          title={`Remove the access of ${id.trim()}?`}
          button="Remove the access"
          isGrave
          act={remove}
          close={() => {
            setAsking(false);
          }}
        >
          <p>This person can no longer sign in to the service or approve anything there.</p>
        </Ask>
      )}
    </section>
  );
}

function Done({ answer: { data, refused, again, put } }: { answer: Answer<Actions> }) {
  if (data === undefined) {
    return refused === undefined ? (
      <Loading what="what was done" />
    ) : (
      <Wrong error={refused} again={again} />
    );
  }
  if (data.actions.length === 0)
    return <Empty title="Nobody has been invited or removed here yet" />;
  return (
    <section class="card scroll" aria-labelledby="done">
      <h2 id="done">What was done</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Staff ID</th>
            <th scope="col">Action</th>
            <th scope="col">Status</th>
            <th scope="col">By</th>
          </tr>
        </thead>
        <tbody>
          {data.actions.map((each) => (
            <tr key={each.id}>
              <th scope="row">{each.person}</th>
              <td>{each.action === 'invite' ? 'Invite' : 'Remove access'}</td>
              <td>
                {each.status}
                {each.said !== '' && <small>{each.said}</small>}
                {each.waitsFor !== undefined && may('administer') && (
                  <SettleInvitation action={each} settled={put} />
                )}
              </td>
              <td>
                {each.by}
                <small>{moment(each.at)}</small>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
