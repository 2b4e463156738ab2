import { useEffect, useState } from 'preact/hooks';
import { passwordLength } from '../../../contract/fieldBounds.js';
import type { linkState } from '../../../contract/shapes.js';
import type { z } from 'zod/v4';
import { ask } from '../app/api.js';
import { go, place } from '../app/location.js';
import { readSession } from '../app/session.js';
import { t } from '../language/language.js';
import { Text } from '../language/Text.js';
import { TextField } from '../parts/Field.js';
import { Form } from '../parts/Form.js';
import { Loading, ErrorNote } from '../parts/Notes.js';
import { NameField } from './NameField.js';
import { Title } from '../parts/Title.js';
import { EmailField } from './EmailField.js';

type LinkState = z.infer<typeof linkState>;

/** The code of the link is after the #, because browsers do not send that part to servers. */
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
      <Title
        title={
          data === undefined
            ? t(($) => $.signIn.join.titleBefore)
            : t(($) => $.signIn.join.title, { name: data.name })
        }
      />
      {error !== undefined && (
        <>
          <ErrorNote error={error} />
          <a class="button" href="/">
            {t(($) => $.signIn.join.goToStart)}
          </a>
        </>
      )}
      {data === undefined && error === undefined && (
        <Loading text={t(($) => $.signIn.join.loading)} />
      )}
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
        button={t(($) => (link.needsPassword ? $.signIn.join.create : $.signIn.join.signIn))}
        act={async () => {
          const account = link.needsPassword ? { email, password } : {};
          await ask('POST', '/api/links', { code, name, ...account });
          await readSession();
          go('/', { replace: true });
        }}
      >
        <p>
          <Text
            text={t(($) => $.signIn.join.role, { rights: t(($) => $.terms.roleRights[link.role]) })}
            elements={{ role: <strong>{t(($) => $.terms.roles[link.role])}</strong> }}
          />
        </p>
        <NameField name={name} change={setName} />
        {link.needsPassword && (
          <>
            <EmailField email={email} change={setEmail} />
            <TextField
              label={t(($) => $.signIn.password)}
              value={password}
              change={setPassword}
              type="password"
              isRequired
              minLength={passwordLength.min}
              hint={t(($) => $.signIn.passwordHint, passwordLength)}
              autoComplete="new-password"
            />
          </>
        )}
      </Form>
    </div>
  );
}
