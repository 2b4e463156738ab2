import { useState } from 'preact/hooks';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { session } from '../app/session.js';
import { useActing } from '../parts/Act.js';
import { TextField } from '../parts/Field.js';
import { Wrong } from '../parts/Said.js';

/** One's own password, changed or set for the first time. */
export function OwnPassword() {
  const known = session.value?.member?.email ?? '';
  const [password, setPassword] = useState('');
  const [newPassword, setNew] = useState('');
  const [email, setEmail] = useState(known);
  const { isBusy, refused, begin } = useActing();
  const change = async () => {
    await ask('PUT', '/api/password', {
      password,
      newPassword,
      ...(known === '' ? { email } : {}),
    });
    setPassword('');
    setNew('');
    announce('Your password has been changed.');
  };
  return (
    <section class="card padded" aria-labelledby="password">
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          begin(change);
        }}
      >
        <h2 id="password">Your password</h2>
        {known === '' && (
          <TextField
            label="Email"
            type="email"
            value={email}
            change={setEmail}
            isRequired
            autoComplete="username"
          />
        )}
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
          change={setNew}
          isRequired
          minLength={12}
          hint="At least 12 characters."
          autoComplete="new-password"
        />
        {refused !== undefined && <Wrong error={refused} />}
        <button class="button" aria-busy={isBusy}>
          Change the password
        </button>
      </form>
    </section>
  );
}
