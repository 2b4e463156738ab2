import { useState } from 'preact/hooks';
import type { Schedule, Sheet } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { may } from '../app/session.js';
import { formatToday } from '../app/time.js';
import { ActionButton } from '../parts/ActionButton.js';
import { Choice, TextField } from '../parts/Field.js';
import { Form } from '../parts/Form.js';
import { Section } from '../parts/Section.js';
import { Moment } from '../parts/Time.js';
import { DaysField } from './DaysField.js';
import { getApiPath } from './sheetPaths.js';

const periods = [
  ['month', 'Every month'],
  ['quarter', 'Every quarter'],
  ['year', 'Every year'],
] as const;

/** Shows the schedule by which a sheet is reassessed, and lets administrators change it. */
export function ScheduleForm({ sheet }: { sheet: Sheet }) {
  const { schedule } = sheet;
  const [every, setEvery] = useState<Schedule['every']>(schedule?.every ?? 'quarter');
  const [from, setFrom] = useState(schedule?.from ?? formatToday());
  const [olderThanDays, setOlderThanDays] = useState(String(schedule?.olderThanDays ?? 0));
  const [maxNew, setMaxNew] = useState(schedule?.maxNew == null ? '' : String(schedule.maxNew));
  const path = `${getApiPath(sheet)}/schedule`;
  const save = async () => {
    await ask('PUT', path, {
      every,
      from,
      olderThanDays: Number(olderThanDays),
      maxNew: maxNew === '' ? null : Number(maxNew),
    });
    announce('The schedule is set.');
  };
  const end = async () => {
    await ask('DELETE', path);
    announce('The schedule has ended.');
  };
  return (
    <Section title="Reassess regularly">
      {schedule === undefined ? (
        <p>Nothing is planned.</p>
      ) : (
        <p>
          The next round begins <Moment of={schedule.nextAt} />.
        </p>
      )}
      {!may('administer') ? (
        <p class="muted">Only administrators can set a schedule.</p>
      ) : (
        <Form
          button={schedule === undefined ? 'Set the schedule' : 'Change the schedule'}
          act={save}
        >
          <div class="row-of-fields">
            <Choice
              label="How often"
              value={every}
              options={periods}
              change={(next) => {
                setEvery(next as Schedule['every']);
              }}
            />
            <TextField label="From" type="date" value={from} change={setFrom} isRequired />
            <DaysField days={olderThanDays} change={setOlderThanDays} hint="0 for all rows." />
            <TextField
              label="Limit for new rows"
              type="number"
              min={0}
              value={maxNew}
              change={setMaxNew}
              hint="A round does not begin if it would assess more rows than this for the first time."
            />
          </div>
        </Form>
      )}
      {schedule !== undefined && may('administer') && (
        <ActionButton kind="small grave" act={end}>
          End the schedule
        </ActionButton>
      )}
    </Section>
  );
}
