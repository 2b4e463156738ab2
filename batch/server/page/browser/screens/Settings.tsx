import { useState } from 'preact/hooks';
import { retentionDays } from '../../../contract/fieldBounds.js';
import type { Settings as SettingsData } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { useQuery } from '../app/query.js';
import { ask } from '../app/api.js';
import { may } from '../app/session.js';
import { t } from '../language/language.js';
import { TextField } from '../parts/Field.js';
import { Form } from '../parts/Form.js';
import { QueryPlaceholder } from '../parts/Notes.js';
import { Section } from '../parts/Section.js';
import { Title } from '../parts/Title.js';
import { ConnectionCheck } from './ConnectionCheck.js';
import { MailServerForm } from './MailServerForm.js';

export function Settings() {
  const query = useQuery<SettingsData>('/api/settings');
  const { data, setData } = query;
  return (
    <>
      <Title title={t(($) => $.frame.screens.settings)} lead={t(($) => $.settings.lead)} />
      {data === undefined ? (
        <QueryPlaceholder query={query} text={t(($) => $.settings.loading)} />
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
    announce(t(($) => $.settings.afterRun.saved));
  };
  return (
    <Section title={t(($) => $.settings.afterRun.title)}>
      <Form button={t(($) => $.settings.afterRun.save)} keepsValues act={save}>
        <div class="row-of-fields">
          <TextField
            label={t(($) => $.settings.afterRun.webhook)}
            type="url"
            value={webhook}
            change={setWebhook}
            hint={t(($) => $.settings.afterRun.webhookHint)}
          />
          <TextField
            label={t(($) => $.settings.afterRun.retention)}
            type="number"
            min={retentionDays.min}
            max={retentionDays.max}
            value={days}
            change={setDays}
            hint={t(($) => $.settings.afterRun.retentionHint)}
          />
        </div>
      </Form>
    </Section>
  );
}

function ReadOnlySettings({ settings: { retentionDays } }: { settings: SettingsData }) {
  return (
    <Section
      title={t(($) => $.settings.readOnly.title)}
      about={t(($) => $.settings.readOnly.about)}
    >
      <p>
        {retentionDays === null
          ? t(($) => $.settings.readOnly.kept)
          : t(($) => $.settings.readOnly.deleted, { count: retentionDays })}
      </p>
    </Section>
  );
}
