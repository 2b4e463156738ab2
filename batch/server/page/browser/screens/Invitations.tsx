import { useState } from 'preact/hooks';
import type { MemberList, Role } from '../../../contract/shapes.js';
import { ask } from '../app/api.js';
import { may } from '../app/session.js';
import { roleDescriptions } from '../app/words.js';
import { ActionButton, useAction } from '../parts/ActionButton.js';
import { Choice, TextField } from '../parts/Field.js';
import { ErrorNote } from '../parts/Notes.js';
import { Moment } from '../parts/Time.js';
import { Secret } from './Secret.js';

const roles = Object.keys(roleDescriptions) as Role[];

/** A form that creates an invitation link, which is shown once, and the list of open invitations. */
export function Invitations({
  invitations,
  refetch,
}: {
  invitations: MemberList['invitations'];
  refetch: () => void;
}) {
  const [link, setLink] = useState<string>();
  if (!may('administer')) return null;
  return (
    <section class="card padded stack" aria-labelledby="invitations">
      <h2 id="invitations">Invite a member</h2>
      <InviteForm
        onCreated={(created) => {
          setLink(created);
          refetch();
        }}
      />
      {link !== undefined && (
        <Secret
          secret={link}
          about="Send this link to the person. It is shown only once, works once, and expires in seven days."
        />
      )}
      {invitations.length > 0 && (
        <ul class="list">
          {invitations.map(({ id, name, role, by, expiresAt }) => (
            <li key={id}>
              <span>
                <strong>{name}</strong>, {role}
                <small>
                  invited by {by}, expires <Moment of={expiresAt} />
                </small>
              </span>
              <ActionButton
                kind="small"
                label={`Withdraw the invitation for ${name}`}
                act={async () => {
                  await ask('DELETE', `/api/members/invitations/${encodeURIComponent(id)}`);
                  refetch();
                }}
              >
                Withdraw
              </ActionButton>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function InviteForm({ onCreated }: { onCreated: (link: string) => void }) {
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('editor');
  const { isBusy, error, begin } = useAction();
  const invite = async () => {
    const { link } = await ask<{ link: string }>('POST', '/api/members/invitations', {
      name,
      role,
    });
    setName('');
    onCreated(link);
  };
  return (
    <form
      class="stack wide"
      onSubmit={(event) => {
        event.preventDefault();
        begin(invite);
      }}
    >
      <div class="row-of-fields">
        <TextField label="Name" value={name} change={setName} isRequired />
        <Choice
          label="Role"
          value={role}
          options={roles.map((role) => [role, `${role}: ${roleDescriptions[role]}`] as const)}
          change={(next) => {
            setRole(next as Role);
          }}
        />
        <button class="button" aria-busy={isBusy}>
          Create a link
        </button>
      </div>
      {error !== undefined && <ErrorNote error={error} />}
    </form>
  );
}
