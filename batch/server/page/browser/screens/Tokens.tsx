import { useState } from 'preact/hooks';
import type { Right, Role, Token } from '../../../contract/shapes.js';
import { useAnswer } from '../app/answer.js';
import { ask } from '../app/api.js';
import { may, session } from '../app/session.js';
import { day } from '../app/time.js';
import { Act, useActing } from '../parts/Act.js';
import { Choice, TextField } from '../parts/Field.js';
import { Loading, Wrong } from '../parts/Said.js';
import { Secret } from './Secret.js';

/** The right that is needed to give a token this role. */
const rightOf: Readonly<Record<Role, Right>> = {
  viewer: 'look',
  editor: 'edit',
  decider: 'decide',
  administrator: 'administer',
};

/** One's own tokens for the API. */
export function Tokens() {
  const { data, refused, again } = useAnswer<{ tokens: Token[] }>('/api/tokens');
  const [secret, setSecret] = useState<string>();
  return (
    <section class="card padded stack" aria-labelledby="tokens">
      <h2 id="tokens">Your tokens</h2>
      <p class="muted">
        For programs that use the API in your name, such as n8n. See the{' '}
        <a href="/api/openapi.json">description of the API</a>.
      </p>
      <NewToken
        made={(made) => {
          setSecret(made);
          again();
        }}
      />
      {secret !== undefined && (
        <Secret secret={secret} about="Copy this token. It is shown only once." />
      )}
      {refused !== undefined && <Wrong error={refused} again={again} />}
      {data === undefined && refused === undefined && <Loading what="your tokens" />}
      {data !== undefined && data.tokens.length > 0 && (
        <ul class="list">
          {data.tokens.map(({ id, name, role, expiresAt, lastUsedAt }) => (
            <li key={id}>
              <span>
                <strong>{name}</strong>, {role}
                <small>
                  {lastUsedAt === undefined ? 'never used' : `last used ${day(lastUsedAt)}`},
                  expires {day(expiresAt)}
                </small>
              </span>
              <Act
                kind="small"
                label={`Revoke ${name}`}
                act={async () => {
                  await ask('DELETE', `/api/tokens/${encodeURIComponent(id)}`);
                  again();
                }}
              >
                Revoke
              </Act>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function NewToken({ made }: { made: (secret: string) => void }) {
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>(session.value?.member?.role ?? 'viewer');
  const [days, setDays] = useState('365');
  const { isBusy, refused, begin } = useActing();
  const roles = (Object.keys(rightOf) as Role[]).filter((each) => may(rightOf[each]));
  const make = async () => {
    const asked = { name, role, days: Number(days) };
    const { secret } = await ask<{ secret: string }>('POST', '/api/tokens', asked);
    setName('');
    made(secret);
  };
  return (
    <form
      class="stack wide"
      onSubmit={(event) => {
        event.preventDefault();
        begin(make);
      }}
    >
      <div class="row-of-fields">
        <TextField label="Name" value={name} change={setName} isRequired />
        <Choice
          label="Role"
          value={role}
          options={roles.map((each) => [each, each] as const)}
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
      {refused !== undefined && <Wrong error={refused} />}
      <button class="button" aria-busy={isBusy}>
        Create a token
      </button>
    </form>
  );
}
