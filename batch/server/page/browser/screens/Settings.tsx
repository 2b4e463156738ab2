import { useState } from 'preact/hooks';
import type { Settings as SettingsData } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { useQuery } from '../app/query.js';
import { ask } from '../app/api.js';
import { may } from '../app/session.js';
import { plural } from '../app/words.js';
import { TextField } from '../parts/Field.js';
import { Form } from '../parts/Form.js';
import { Loading, ErrorNote } from '../parts/Notes.js';
import { Section } from '../parts/Section.js';
import { Title } from '../parts/Title.js';
import { ConnectionCheck } from './ConnectionCheck.js';
import { MailServerForm } from './MailServerForm.js';

/** The settings of the whole server. */
export function Settings() {
  const { data, error, refetch, setData } = useQuery<SettingsData>('/api/settings');
  return (
    <>
      <Title title="Settings" lead="They apply to all sheets on this server." />
      {data === undefined ? (
        error === undefined ? (
          <Loading text="Loading the settings…" />
        ) : (
          <ErrorNote error={error} refetch={refetch} />
        )
      ) : may('administer') ? (
        <>
          <SettingsForm savedSettings={data} setData={setData} />
          <MailServerForm />
          <ConnectionCheck />
        </>
      ) : (
        <ReadOnlySettings settings={data} />
      )}
    </>
  );
}

function SettingsForm({
  savedSettings,
  setData,
}: {
  savedSettings: SettingsData;
  setData: (settings: SettingsData) => void;
}) {
  const [webhook, setWebhook] = useState(savedSettings.webhookUrl ?? '');
  const [days, setDays] = useState(
    savedSettings.retentionDays === null ? '' : String(savedSettings.retentionDays),
  );
  const save = async () => {
    const settings = {
      webhookUrl: webhook.trim() === '' ? null : webhook.trim(),
      retentionDays: days === '' ? null : Number(days),
    };
    setData((await ask<SettingsData | undefined>('PUT', '/api/settings', settings)) ?? settings);
    announce('The settings are saved.');
  };
  return (
    <Section title="After a run">
      <Form button="Save the settings" keepsValues act={save}>
        <div class="row-of-fields">
          <TextField
            label="Webhook"
            type="url"
            value={webhook}
            change={setWebhook}
            hint="Called at the end of each run with its figures, without names. Slack, Teams, n8n and others take it."
          />
          <TextField
            label="Delete files and inputs after this many days"
            type="number"
            min={1}
            max={3660}
            value={days}
            change={setDays}
            hint="Counted from the last run of a sheet. Scores and IDs stay until the sheet is deleted. Leave it empty to keep everything."
          />
        </div>
      </Form>
    </Section>
  );
}

function ReadOnlySettings({ settings: { retentionDays } }: { settings: SettingsData }) {
  return (
    <Section title="Files and inputs" about="Only administrators can change settings.">
      <p>
        {retentionDays === null
          ? 'They are kept until the sheet is deleted.'
          : `They are deleted ${plural(retentionDays, 'day')} after the last run.`}
      </p>
    </Section>
  );
}
