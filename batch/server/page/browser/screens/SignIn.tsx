import { useState } from 'preact/hooks';
import { ask } from '../app/api.js';
import { readSession, session } from '../app/session.js';
import { TextField } from '../parts/Field.js';
import { Form } from '../parts/Form.js';
import { Title } from '../parts/Title.js';
import { EmailField } from './EmailField.js';

/** The screen to sign in. After that, the page shows the screen of the current address. */
export function SignIn() {
  const { password = false, openId = null } = session.value?.signIn ?? {};
  return (
    <section class="alone">
      <Title title="Sign in" />
      {openId !== null && (
        <a class="button primary wide" href="/auth/openid">
          Sign in with {openId}
        </a>
      )}
      {password && <PasswordForm isFirst={openId === null} />}
      {!password && openId === null && (
        <div class="card padded">
          <p>
            <strong>Open the link that signs you in.</strong>
          </p>
          <p class="muted">
            The server prints one when it starts. If you were invited, use the link that you were
            sent. Each link works once: after that, start the server again, or ask an administrator
            for a new link.
          </p>
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
        button="Sign in"
        act={async () => {
          await ask('POST', '/api/session', { email, password });
          await readSession();
        }}
      >
        <EmailField email={email} change={setEmail} />
        <TextField
          label="Password"
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
