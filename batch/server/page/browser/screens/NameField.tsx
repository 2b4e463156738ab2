import { maxLengths } from '../../../contract/fieldBounds.js';
import { t } from '../language/language.js';
import { TextField } from '../parts/Field.js';

export function NameField({ name, change }: { name: string; change: (name: string) => void }) {
  return (
    <TextField
      label={t(($) => $.signIn.name)}
      value={name}
      change={change}
      isRequired
      maxLength={maxLengths.name}
      autoComplete="name"
      hint={t(($) => $.signIn.nameHint)}
    />
  );
}
