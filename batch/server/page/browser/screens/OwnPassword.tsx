import { useState } from 'preact/hooks';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { session } from '../app/session.js';
import { TextField } from '../parts/Field.js';
import { Form } from '../parts/Form.js';
import { Section } from '../parts/Section.js';
import { EmailField } from './EmailField.js';

/** A form for the member's own password: it changes the password, or sets the first one. */
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
    announce('Your password has been changed.');
  };
  return (
    <Section title="Your password">
      <Form button="Change the password" act={change}>
        {knownEmail === '' && <EmailField email={email} change={setEmail} />}
        <div class="row-of-fields">
          <TextField
            label="Current password"
            type="password"
            value={password}
            change={setPassword}
            hint="Leave it empty if you have none yet."
            autoComplete="current-password"
          />
          <TextField
            label="New password"
            type="password"
            value={newPassword}
            change={setNewPassword}
            isRequired
            minLength={12}
            hint="At least 12 characters."
            autoComplete="new-password"
          />
        </div>
      </Form>
    </Section>
  );
}
