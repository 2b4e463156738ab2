import { TextField } from '../parts/Field.js';

/** The field for a member's own name. */
export function NameField({ name, change }: { name: string; change: (name: string) => void }) {
  return (
    <TextField
      label="Your name"
      value={name}
      change={change}
      isRequired
      maxLength={100}
      autoComplete="name"
      hint="Shown with what you do, such as decisions, and in the log."
    />
  );
}
