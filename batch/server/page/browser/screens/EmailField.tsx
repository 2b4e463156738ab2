import { t } from '../language/language.js';
import { TextField } from '../parts/Field.js';

export function EmailField({ email, change }: { email: string; change: (email: string) => void }) {
  return (
    <TextField
      label={t(($) => $.signIn.email)}
      value={email}
      change={change}
      type="email"
      isRequired
      autoComplete="username"
    />
  );
}
