import { useState } from 'preact/hooks';
import type { MemberList, Role } from '../../../contract/shapes.js';
import { ask } from '../app/api.js';
import { may } from '../app/session.js';
import { roles } from '../app/words.js';
import { t } from '../language/language.js';
import { ConfirmButton } from '../parts/ConfirmButton.js';
import { Choice, TextField } from '../parts/Field.js';
import { Form } from '../parts/Form.js';
import { Section } from '../parts/Section.js';
import { Moment } from '../parts/Time.js';
import { Secret } from './Secret.js';

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
    <Section
      title="Invite a member"
      about="The link works once, and signs the person in with the role that you choose."
    >
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
              <ConfirmButton
                text="Withdraw…"
                label={`Withdraw the invitation for ${name}…`}
                title={`Withdraw the invitation for ${name}?`}
                button="Withdraw the invitation"
                act={async () => {
                  await ask('DELETE', `/api/members/invitations/${encodeURIComponent(id)}`);
                  refetch();
                }}
              >
                The link stops working at once.
              </ConfirmButton>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function InviteForm({ onCreated }: { onCreated: (link: string) => void }) {
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('editor');
  const invite = async () => {
    const { link } = await ask<{ link: string }>('POST', '/api/members/invitations', {
      name,
      role,
    });
    setName('');
    onCreated(link);
  };
  return (
    <Form button="Create a link" kind="primary" act={invite}>
      <div class="row-of-fields">
        <TextField label="Name" value={name} change={setName} isRequired />
        <Choice
          label="Role"
          value={role}
          options={roles.map(
            (role) => [role, `${role}: ${t(($) => $.terms.roleRights[role])}`] as const,
          )}
          change={(next) => {
            setRole(next as Role);
          }}
        />
      </div>
    </Form>
  );
}
