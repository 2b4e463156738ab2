import { useState } from 'preact/hooks';
import type { Right, Role, Token } from '../../../contract/shapes.js';
import { useQuery } from '../app/query.js';
import { ask } from '../app/api.js';
import { may, session } from '../app/session.js';
import { ConfirmButton } from '../parts/ConfirmButton.js';
import { Choice, TextField } from '../parts/Field.js';
import { Form } from '../parts/Form.js';
import { Loading, ErrorNote } from '../parts/Notes.js';
import { Section } from '../parts/Section.js';
import { Day } from '../parts/Time.js';
import { Secret } from './Secret.js';

/** The right that a member needs to give a token this role. */
const requiredRight: Readonly<Record<Role, Right>> = {
  viewer: 'look',
  editor: 'edit',
  approver: 'decide',
  administrator: 'administer',
};

/** The member's own tokens for the API. */
export function Tokens() {
  const { data, error, refetch } = useQuery<{ tokens: Token[] }>('/api/tokens');
  const [secret, setSecret] = useState<string>();
  return (
    <Section
      title="Tokens for programs"
      about={
        <>
          A token lets a program, such as n8n, use the API in your name. See the{' '}
          <a href="/api/openapi.json">description of the API</a>.
        </>
      }
    >
      <NewTokenForm
        onCreated={(created) => {
          setSecret(created);
          refetch();
        }}
      />
      {secret !== undefined && (
        <Secret secret={secret} about="Copy this token. It is shown only once." />
      )}
      {error !== undefined && <ErrorNote error={error} refetch={refetch} />}
      {data === undefined && error === undefined && <Loading text="Loading your tokens…" />}
      {data !== undefined && data.tokens.length > 0 && (
        <ul class="list">
          {data.tokens.map(({ id, name, role, expiresAt, lastUsedAt }) => (
            <li key={id}>
              <span>
                <strong>{name}</strong>, {role}
                <small>
                  {lastUsedAt === undefined ? (
                    'never used'
                  ) : (
                    <>
                      last used <Day of={lastUsedAt} />
                    </>
                  )}
                  , expires <Day of={expiresAt} />
                </small>
              </span>
              <ConfirmButton
                text="Revoke…"
                label={`Revoke ${name}…`}
                title={`Revoke ${name}?`}
                button="Revoke the token"
                act={async () => {
                  await ask('DELETE', `/api/tokens/${encodeURIComponent(id)}`);
                  refetch();
                }}
              >
                A program that uses the token loses its access at once.
              </ConfirmButton>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function NewTokenForm({ onCreated }: { onCreated: (secret: string) => void }) {
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>(session.value?.member?.role ?? 'viewer');
  const [days, setDays] = useState('365');
  const grantableRoles = (Object.keys(requiredRight) as Role[]).filter((name) =>
    may(requiredRight[name]),
  );
  const create = async () => {
    const request = { name, role, days: Number(days) };
    const { secret } = await ask<{ secret: string }>('POST', '/api/tokens', request);
    setName('');
    onCreated(secret);
  };
  return (
    <Form button="Create a token" act={create}>
      <div class="row-of-fields">
        <TextField label="Name" value={name} change={setName} isRequired />
        <Choice
          label="Role"
          value={role}
          options={grantableRoles.map((name) => [name, name] as const)}
          change={(next) => {
            setRole(next as Role);
          }}
        />
        <TextField
          label="Valid for days"
          type="number"
          min={1}
          max={730}
          value={days}
          change={setDays}
          isRequired
        />
      </div>
    </Form>
  );
}
