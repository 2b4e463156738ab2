import { useState } from 'preact/hooks';
import type { Operations } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { TextField } from '../parts/Field.js';
import { Form } from '../parts/Form.js';
import { Section } from '../parts/Section.js';

/** A form for the limits on requests to the service, which all processes of this server share. */
export function LimitsForm({
  limits,
  setData,
}: {
  limits: Operations['limits'];
  setData: (operations: Operations) => void;
}) {
  const [concurrency, setConcurrency] = useState(String(limits.concurrency));
  const [rate, setRate] = useState(limits.perSecond === null ? '' : String(limits.perSecond));
  const save = async () => {
    const changedLimits = {
      concurrency: Number(concurrency),
      perSecond: rate === '' ? null : Number(rate),
    };
    setData(await ask<Operations>('PUT', '/api/operations/limits', changedLimits));
    announce('The limits are saved.');
  };
  return (
    <Section title="Limits" about="Changes apply within seconds, also to active runs.">
      <Form button="Save the limits" keepsValues act={save}>
        <div class="row-of-fields">
          <TextField
            label="Requests at the same time"
            type="number"
            min={1}
            max={10_000}
            value={concurrency}
            change={setConcurrency}
            isRequired
            hint="Of all runs and processes together."
          />
          <TextField
            label="Requests a second"
            type="number"
            min={0.001}
            step="any"
            value={rate}
            change={setRate}
            hint="Leave it empty for no rate."
          />
        </div>
      </Form>
    </Section>
  );
}
