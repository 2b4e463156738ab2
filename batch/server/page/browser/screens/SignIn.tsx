import { useState } from 'preact/hooks';
import { ask } from '../app/api.js';
import { readSession, session } from '../app/session.js';
import { t } from '../language/language.js';
import { TextField } from '../parts/Field.js';
import { Form } from '../parts/Form.js';
import { Title } from '../parts/Title.js';
import { EmailField } from './EmailField.js';

export function SignIn() {
  const { password = false, openId = null } = session.value?.signIn ?? {};
  return (
    <section class="alone">
      <Title title={t(($) => $.signIn.title)} />
      {openId !== null && (
        <a class="button primary wide" href="/auth/openid">
          {t(($) => $.signIn.withProvider, { provider: openId })}
        </a>
      )}
      {password && <PasswordForm isFirst={openId === null} />}
      {!password && openId === null && (
        <div class="card padded">
          <p>
            <strong>{t(($) => $.signIn.openLink)}</strong>
          </p>
          <p class="muted">{t(($) => $.signIn.aboutLinks)}</p>
        </div>
      )}
    </section>
  );
}

function PasswordForm({ isFirst }: { isFirst: boolean }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  return (
    <div class="card padded">
      <Form
        kind={isFirst ? 'primary' : ''}
        button={t(($) => $.signIn.button)}
        act={async () => {
          await ask('POST', '/api/session', { email, password });
          await readSession();
        }}
      >
        <EmailField email={email} change={setEmail} />
        <TextField
          label={t(($) => $.signIn.password)}
          value={password}
          change={setPassword}
          type="password"
          isRequired
          autoComplete="current-password"
        />
      </Form>
    </div>
  );
}
