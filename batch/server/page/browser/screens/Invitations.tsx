import { useState } from 'preact/hooks';
import type { MemberList, Role } from '../../../contract/shapes.js';
import { ask } from '../app/api.js';
import { may } from '../app/session.js';
import { moment } from '../app/time.js';
import { roleWords } from '../app/words.js';
import { Act, useActing } from '../parts/Act.js';
import { Choice, TextField } from '../parts/Field.js';
import { Wrong } from '../parts/Said.js';
import { Secret } from './Secret.js';

const roles = Object.keys(roleWords) as Role[];

/** People are invited by a link that is shown once. */
export function Invitations({
  invitations,
  again,
}: {
  invitations: MemberList['invitations'];
  again: () => void;
}) {
  const [link, setLink] = useState<string>();
  if (!may('administer')) return null;
  return (
    <section class="card padded stack" aria-labelledby="invitations">
      <h2 id="invitations">Invite a member</h2>
      <Invite
        made={(made) => {
          setLink(made);
          again();
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
                  invited by {by}, expires {moment(expiresAt)}
                </small>
              </span>
              <Act
                kind="small"
                label={`Withdraw the invitation of ${name}`}
                act={async () => {
                  await ask('DELETE', `/api/members/invitations/${encodeURIComponent(id)}`);
                  again();
                }}
              >
                Withdraw
              </Act>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Invite({ made }: { made: (link: string) => void }) {
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('editor');
  const { isBusy, refused, begin } = useActing();
  const invite = async () => {
    const { link } = await ask<{ link: string }>('POST', '/api/members/invitations', {
      name,
      role,
    });
    setName('');
    made(link);
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
          options={roles.map((each) => [each, `${each}: ${roleWords[each]}`] as const)}
          change={(next) => {
            setRole(next as Role);
          }}
        />
        <button class="button" aria-busy={isBusy}>
          Create a link
        </button>
      </div>
      {refused !== undefined && <Wrong error={refused} />}
    </form>
  );
}
