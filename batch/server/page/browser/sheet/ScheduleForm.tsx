import { useState } from 'preact/hooks';
import type { Schedule, Sheet, SheetSchedule } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { may } from '../app/session.js';
import { formatToday } from '../app/time.js';
import { t } from '../language/language.js';
import { Text } from '../language/Text.js';
import { ActionButton } from '../parts/ActionButton.js';
import { Choice, TextField } from '../parts/Field.js';
import { Form } from '../parts/Form.js';
import { Section } from '../parts/Section.js';
import { Moment } from '../parts/Time.js';
import { DaysField } from './DaysField.js';
import { getApiPath } from './sheetPaths.js';

const periods = ['month', 'quarter', 'year'] as const;

const dayMs = 86_400_000;

/** A schedule that was just set starts today, but the time of today's round has passed. */
function skipsToday({ from, nextAt }: SheetSchedule): boolean {
  return from === formatToday() && Date.parse(nextAt) - Date.now() > dayMs;
}

export function ScheduleForm({
  sheet,
  saved,
  onSaved,
}: {
  sheet: Sheet;
  saved: SheetSchedule | undefined;
  onSaved: (schedule: SheetSchedule) => void;
}) {
  const { schedule } = sheet;
  // After the round of today has begun, its time has passed too.
  const isAsSaved = schedule !== undefined && schedule.nextAt === saved?.nextAt;
  const [every, setEvery] = useState<Schedule['every']>(schedule?.every ?? 'quarter');
  const [from, setFrom] = useState(schedule?.from ?? formatToday());
  const [olderThanDays, setOlderThanDays] = useState(String(schedule?.olderThanDays ?? 0));
  const [maxNew, setMaxNew] = useState(schedule?.maxNew == null ? '' : String(schedule.maxNew));
  const path = `${getApiPath(sheet)}/schedule`;
  const save = async () => {
    const answer = await ask<SheetSchedule>('PUT', path, {
      every,
      from,
      olderThanDays: Number(olderThanDays),
      maxNew: maxNew === '' ? null : Number(maxNew),
    });
    onSaved(answer);
    announce(t(($) => $.reassess.schedule.isSet));
  };
  const end = async () => {
    await ask('DELETE', path);
    announce(t(($) => $.reassess.schedule.hasEnded));
  };
  return (
    <Section title={t(($) => $.reassess.schedule.title)}>
      {schedule === undefined ? (
        <p>{t(($) => $.reassess.schedule.none)}</p>
      ) : (
        <p>
          <Text
            text={t(($) =>
              isAsSaved && skipsToday(schedule)
                ? $.reassess.schedule.skipsToday
                : $.reassess.schedule.next,
            )}
            elements={{ time: <Moment of={schedule.nextAt} /> }}
          />
        </p>
      )}
      {!may('administer') ? (
        <p class="muted">{t(($) => $.reassess.schedule.adminsOnly)}</p>
      ) : (
        <Form
          button={t(($) =>
            schedule === undefined ? $.reassess.schedule.set : $.reassess.schedule.change,
          )}
          act={save}
        >
          <div class="row-of-fields">
            <Choice
              label={t(($) => $.reassess.schedule.every)}
              value={every}
              options={periods.map((period) => [period, t(($) => $.reassess.periods[period])])}
              change={(next) => {
                setEvery(next as Schedule['every']);
              }}
            />
            <TextField
              label={t(($) => $.reassess.schedule.from)}
              type="date"
              value={from}
              change={setFrom}
              isRequired
            />
            <DaysField
              days={olderThanDays}
              change={setOlderThanDays}
              hint={t(($) => $.reassess.schedule.daysHint)}
            />
            <TextField
              label={t(($) => $.reassess.schedule.maxNew)}
              type="number"
              min={0}
              value={maxNew}
              change={setMaxNew}
              hint={t(($) => $.reassess.schedule.maxNewHint)}
            />
          </div>
        </Form>
      )}
      {schedule !== undefined && may('administer') && (
        <ActionButton kind="small grave" act={end}>
          {t(($) => $.reassess.schedule.end)}
        </ActionButton>
      )}
    </Section>
  );
}
