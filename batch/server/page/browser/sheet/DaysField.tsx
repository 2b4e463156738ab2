import { assessmentDays } from '../../../contract/fieldBounds.js';
import { t } from '../language/language.js';
import { TextField } from '../parts/Field.js';

/** A round repeats only assessments that are older than this. */
export function DaysField({
  days,
  change,
  hint,
}: {
  days: string;
  change: (days: string) => void;
  hint: string;
}) {
  return (
    <TextField
      label={t(($) => $.reassess.days)}
      type="number"
      min={assessmentDays.min}
      max={assessmentDays.max}
      value={days}
      change={change}
      isRequired
      hint={hint}
    />
  );
}
