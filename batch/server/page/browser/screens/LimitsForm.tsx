import { useState } from 'preact/hooks';
import { requestsAtOnce, requestsPerSecond } from '../../../contract/fieldBounds.js';
import type { Operations } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { t } from '../language/language.js';
import { TextField } from '../parts/Field.js';
import { Form } from '../parts/Form.js';
import { Section } from '../parts/Section.js';

/** All processes of this server share these limits. */
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
    announce(t(($) => $.operations.limits.saved));
  };
  return (
    <Section
      title={t(($) => $.operations.limits.title)}
      about={t(($) => $.operations.limits.about)}
    >
      <Form button={t(($) => $.operations.limits.save)} keepsValues act={save}>
        <div class="row-of-fields">
          <TextField
            label={t(($) => $.operations.limits.concurrency)}
            type="number"
            min={requestsAtOnce.min}
            max={requestsAtOnce.max}
            value={concurrency}
            change={setConcurrency}
            isRequired
            hint={t(($) => $.operations.limits.concurrencyHint)}
          />
          <TextField
            label={t(($) => $.operations.limits.rate)}
            type="number"
            min={requestsPerSecond.min}
            max={requestsPerSecond.max}
            step="any"
            value={rate}
            change={setRate}
            hint={t(($) => $.operations.limits.rateHint)}
          />
        </div>
      </Form>
    </Section>
  );
}
