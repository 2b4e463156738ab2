import { useState } from 'preact/hooks';
import { maxLengths, roles } from '../../../contract/fieldBounds.js';
import type { MemberList, Role } from '../../../contract/shapes.js';
import { ask } from '../app/api.js';
import { may } from '../app/session.js';
import { t } from '../language/language.js';
import { Text } from '../language/Text.js';
import { ConfirmButton } from '../parts/ConfirmButton.js';
import { Choice, TextField } from '../parts/Field.js';
import { Form } from '../parts/Form.js';
import { Section } from '../parts/Section.js';
import { Moment } from '../parts/Time.js';
import { Secret } from './Secret.js';

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
    <Section title={t(($) => $.members.invite.title)} about={t(($) => $.members.invite.about)}>
      <InviteForm
        onCreated={(newLink) => {
          setLink(newLink);
          refetch();
        }}
      />
      {link !== undefined && <Secret secret={link} about={t(($) => $.members.invite.send)} />}
      {invitations.length > 0 && (
        <ul class="list">
          {invitations.map(({ id, name, role, by, expiresAt }) => (
            <li key={id}>
              <span>
                <Text
                  text={t(($) => $.parts.nameWithRole, { role: t(($) => $.terms.roles[role]) })}
                  elements={{ name: <strong>{name}</strong> }}
                />
                <small>
                  <Text
                    text={t(($) => $.members.invitation.facts, { by })}
                    elements={{ time: <Moment of={expiresAt} /> }}
                  />
                </small>
              </span>
              <ConfirmButton
                text={t(($) => $.members.invitation.withdraw)}
                label={t(($) => $.members.invitation.label, { name })}
                title={t(($) => $.members.invitation.title, { name })}
                button={t(($) => $.members.invitation.confirm)}
                act={async () => {
                  await ask('DELETE', `/api/members/invitations/${encodeURIComponent(id)}`);
                  refetch();
                }}
              >
                {t(($) => $.members.invitation.effect)}
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
    <Form button={t(($) => $.members.invite.create)} kind="primary" act={invite}>
      <div class="row-of-fields">
        <TextField
          label={t(($) => $.members.invite.name)}
          value={name}
          change={setName}
          isRequired
          maxLength={maxLengths.name}
        />
        <Choice
          label={t(($) => $.members.invite.role)}
          value={role}
          options={roles.map((role) => [role, t(($) => $.terms.roles[role])] as const)}
          hint={t(($) => $.terms.roleRights[role])}
          change={(next) => {
            setRole(next as Role);
          }}
        />
      </div>
    </Form>
  );
}
