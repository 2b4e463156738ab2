import { useEffect, useState } from 'preact/hooks';
import type { linkState } from '../../../contract/shapes.js';
import type { z } from 'zod/v4';
import { ask } from '../app/api.js';
import { go, place } from '../app/location.js';
import { readSession } from '../app/session.js';
import { t } from '../language/language.js';
import { TextField } from '../parts/Field.js';
import { Form } from '../parts/Form.js';
import { Loading, ErrorNote } from '../parts/Notes.js';
import { NameField } from './NameField.js';
import { Title } from '../parts/Title.js';
import { EmailField } from './EmailField.js';

type LinkState = z.infer<typeof linkState>;

/** The screen of a one-time link. Its code is after the #, which browsers do not send to servers. */
export function Join() {
  const [code] = useState(place.value.hash);
  const [data, setData] = useState<LinkState>();
  const [error, setError] = useState<unknown>();
  // The code is sent in the body, because proxies write addresses to their logs.
  useEffect(() => {
    void ask<LinkState>('POST', '/api/links/state', { code }).then(setData, setError);
  }, [code]);
  return (
    <section class="alone">
      <Title title={data === undefined ? 'Your link' : `Welcome, ${data.name}`} />
      {error !== undefined && (
        <>
          <ErrorNote error={error} />
          <a class="button" href="/">
            Go to the start
          </a>
        </>
      )}
      {data === undefined && error === undefined && <Loading text="Loading your invitation…" />}
      {data !== undefined && <AcceptForm code={code} link={data} />}
    </section>
  );
}

function AcceptForm({ code, link }: { code: string; link: LinkState }) {
  const [name, setName] = useState(link.name);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  return (
    <div class="card padded">
      <Form
        kind="primary"
        button={link.needsPassword ? 'Create my account' : 'Sign in here'}
        act={async () => {
          const account = link.needsPassword ? { email, password } : {};
          await ask('POST', '/api/links', { code, name, ...account });
          await readSession();
          go('/', { replace: true });
        }}
      >
        <p>
          Your role is <strong>{link.role}</strong>: {t(($) => $.terms.roleRights[link.role])}.
        </p>
        <NameField name={name} change={setName} />
        {link.needsPassword && (
          <>
            <EmailField email={email} change={setEmail} />
            <TextField
              label="Password"
              value={password}
              change={setPassword}
              type="password"
              isRequired
              minLength={12}
              hint="At least 12 characters."
              autoComplete="new-password"
            />
          </>
        )}
      </Form>
    </div>
  );
}
