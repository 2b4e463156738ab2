import { useState } from 'preact/hooks';
import { passwordLength } from '../../../contract/fieldBounds.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { session } from '../app/session.js';
import { t } from '../language/language.js';
import { TextField } from '../parts/Field.js';
import { Form } from '../parts/Form.js';
import { Section } from '../parts/Section.js';
import { EmailField } from './EmailField.js';

export function OwnPassword() {
  const knownEmail = session.value?.member?.email ?? '';
  const [password, setPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const [email, setEmail] = useState(knownEmail);
  const change = async () => {
    await ask('PUT', '/api/password', {
      password,
      newPassword,
      ...(knownEmail === '' ? { email } : {}),
    });
    setPassword('');
    setNewPassword('');
    announce(t(($) => $.profile.password.changed));
  };
  return (
    <Section title={t(($) => $.profile.password.title)}>
      <Form button={t(($) => $.profile.password.change)} act={change}>
        {knownEmail === '' && <EmailField email={email} change={setEmail} />}
        <div class="row-of-fields">
          <TextField
            label={t(($) => $.profile.password.current)}
            type="password"
            value={password}
            change={setPassword}
            hint={t(($) => $.profile.password.currentHint)}
            autoComplete="current-password"
          />
          <TextField
            label={t(($) => $.profile.password.new)}
            type="password"
            value={newPassword}
            change={setNewPassword}
            isRequired
            minLength={passwordLength.min}
            hint={t(($) => $.signIn.passwordHint, passwordLength)}
            autoComplete="new-password"
          />
        </div>
      </Form>
    </Section>
  );
}
