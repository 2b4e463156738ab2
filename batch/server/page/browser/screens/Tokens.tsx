import { useState } from 'preact/hooks';
import { maxLengths, roles, tokenDays } from '../../../contract/fieldBounds.js';
import type { Right, Role, Token } from '../../../contract/shapes.js';
import { useQuery } from '../app/query.js';
import { ask } from '../app/api.js';
import { may, session } from '../app/session.js';
import { t } from '../language/language.js';
import { Text } from '../language/Text.js';
import { ConfirmButton } from '../parts/ConfirmButton.js';
import { Choice, TextField } from '../parts/Field.js';
import { Form } from '../parts/Form.js';
import { QueryPlaceholder } from '../parts/Notes.js';
import { Section } from '../parts/Section.js';
import { Day } from '../parts/Time.js';
import { Secret } from './Secret.js';

const requiredRight: Readonly<Record<Role, Right>> = {
  viewer: 'look',
  editor: 'edit',
  approver: 'decide',
  administrator: 'administer',
};

export function Tokens() {
  const query = useQuery<{ tokens: Token[] }>('/api/tokens');
  const { data, refetch } = query;
  const [secret, setSecret] = useState<string>();
  return (
    <Section
      title={t(($) => $.profile.tokens.title)}
      about={
        <Text
          text={t(($) => $.profile.tokens.about)}
          elements={{ link: (text) => <a href="/api/openapi.json">{text}</a> }}
        />
      }
    >
      <NewTokenForm
        onCreated={(newSecret) => {
          setSecret(newSecret);
          refetch();
        }}
      />
      {secret !== undefined && <Secret secret={secret} about={t(($) => $.profile.tokens.copy)} />}
      {data === undefined && (
        <QueryPlaceholder query={query} text={t(($) => $.profile.tokens.loading)} />
      )}
      {data !== undefined && data.tokens.length > 0 && (
        <ul class="list">
          {data.tokens.map(({ id, name, role, expiresAt, lastUsedAt }) => (
            <li key={id}>
              <span>
                <Text
                  text={t(($) => $.parts.nameWithRole, { role: t(($) => $.terms.roles[role]) })}
                  elements={{ name: <strong>{name}</strong> }}
                />
                <small>
                  <Text
                    text={t(($) =>
                      lastUsedAt === undefined ? $.profile.tokens.unused : $.profile.tokens.used,
                    )}
                    elements={{
                      use: lastUsedAt !== undefined && <Day of={lastUsedAt} />,
                      end: <Day of={expiresAt} />,
                    }}
                  />
                </small>
              </span>
              <ConfirmButton
                text={t(($) => $.profile.revoke.button)}
                label={t(($) => $.profile.revoke.label, { name })}
                title={t(($) => $.profile.revoke.title, { name })}
                button={t(($) => $.profile.revoke.confirm)}
                act={async () => {
                  await ask('DELETE', `/api/tokens/${encodeURIComponent(id)}`);
                  refetch();
                }}
              >
                {t(($) => $.profile.revoke.effect)}
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
  const grantableRoles = roles.filter((name) => may(requiredRight[name]));
  const create = async () => {
    const request = { name, role, days: Number(days) };
    const { secret } = await ask<{ secret: string }>('POST', '/api/tokens', request);
    setName('');
    onCreated(secret);
  };
  return (
    <Form button={t(($) => $.profile.tokens.create)} act={create}>
      <div class="row-of-fields">
        <TextField
          label={t(($) => $.profile.name)}
          value={name}
          change={setName}
          isRequired
          maxLength={maxLengths.name}
        />
        <Choice
          label={t(($) => $.profile.tokens.role)}
          value={role}
          options={grantableRoles.map((name) => [name, t(($) => $.terms.roles[name])] as const)}
          change={(next) => {
            setRole(next as Role);
          }}
        />
        <TextField
          label={t(($) => $.profile.tokens.days)}
          type="number"
          min={tokenDays.min}
          max={tokenDays.max}
          value={days}
          change={setDays}
          isRequired
        />
      </div>
    </Form>
  );
}
