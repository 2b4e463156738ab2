import { useState } from 'preact/hooks';
import { maxLengths, ports } from '../../../contract/fieldBounds.js';
import type {
  MailServer,
  MailServerChange,
  MailSettings,
  MailTestResult,
} from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { useQuery } from '../app/query.js';
import { session } from '../app/session.js';
import { t } from '../language/language.js';
import { ConfirmButton } from '../parts/ConfirmButton.js';
import { Choice, TextField } from '../parts/Field.js';
import { Form } from '../parts/Form.js';
import { ErrorNote, QueryPlaceholder } from '../parts/Notes.js';
import { Section } from '../parts/Section.js';

const path = '/api/settings/mail';

const securities: readonly MailServer['security'][] = ['starttls', 'tls', 'none'];

/** Another encryption changes the port only if the field contains the usual port. */
const usualPorts: Readonly<Record<MailServer['security'], string>> = {
  starttls: '587',
  tls: '465',
  none: '25',
};

export function MailServerForm() {
  const query = useQuery<MailSettings>(path);
  const { data, setData } = query;
  if (data === undefined) {
    return <QueryPlaceholder query={query} text={t(($) => $.settings.mail.loading)} />;
  }
  return <ServerForm server={data.server} setData={setData} />;
}

function ServerForm({
  server,
  setData,
}: {
  server: MailServer | null;
  setData: (settings: MailSettings) => void;
}) {
  const [host, setHost] = useState(server?.host ?? '');
  const [security, setSecurity] = useState(server?.security ?? 'starttls');
  const [port, setPort] = useState(String(server?.port ?? usualPorts[security]));
  const [user, setUser] = useState(server?.user ?? '');
  const [password, setPassword] = useState('');
  const [sender, setSender] = useState(server?.sender ?? '');
  // A new key of the form removes "Saved." after the fields were emptied.
  const [timesEmptied, setTimesEmptied] = useState(0);
  const typed: MailServerChange = { host, port: Number(port), security, user, sender };
  if (password !== '') typed.password = password;
  const save = async () => {
    setData(await ask<MailSettings>('PUT', path, typed));
    setPassword('');
    announce(t(($) => $.settings.mail.saved));
  };
  const turnOff = async () => {
    await ask('DELETE', path);
    announce(t(($) => $.settings.mail.turnedOff));
    setData({ server: null });
    for (const clear of [setHost, setUser, setPassword, setSender]) clear('');
    setTimesEmptied(timesEmptied + 1);
  };
  const changeSecurity = (value: string) => {
    const next = value as typeof security;
    if (port === usualPorts[security]) setPort(usualPorts[next]);
    setSecurity(next);
  };
  return (
    <Section title={t(($) => $.settings.mail.title)} about={t(($) => $.settings.mail.about)}>
      <Form key={timesEmptied} button={t(($) => $.settings.mail.save)} keepsValues act={save}>
        <div class="row-of-fields">
          <TextField
            label={t(($) => $.settings.mail.host)}
            value={host}
            change={setHost}
            maxLength={maxLengths.host}
            isRequired
          />
          <TextField
            label={t(($) => $.settings.mail.sender)}
            type="email"
            value={sender}
            change={setSender}
            maxLength={maxLengths.email}
            isRequired
            hint={t(($) => $.settings.mail.senderHint)}
          />
        </div>
        <div class="row-of-fields">
          <Choice
            label={t(($) => $.settings.mail.security)}
            value={security}
            change={changeSecurity}
            options={securities.map((each) => [each, t(($) => $.settings.mailSecurities[each])])}
          />
          <TextField
            label={t(($) => $.settings.mail.port)}
            type="number"
            min={ports.min}
            max={ports.max}
            value={port}
            change={setPort}
            isRequired
          />
        </div>
        <div class="row-of-fields">
          <TextField
            label={t(($) => $.settings.mail.user)}
            value={user}
            change={setUser}
            maxLength={maxLengths.mailUser}
            hint={t(($) => $.settings.mail.userHint)}
          />
          <TextField
            label={t(($) => $.settings.mail.password)}
            type="password"
            value={password}
            change={setPassword}
            maxLength={maxLengths.mailPassword}
            autoComplete="new-password"
            hint={t(($) =>
              server?.hasPassword === true
                ? $.settings.mail.storedPasswordHint
                : $.settings.mail.newPasswordHint,
            )}
          />
        </div>
      </Form>
      <TestMessage typed={typed} />
      {server !== null && (
        <ConfirmButton
          text={t(($) => $.settings.mail.turnOff)}
          title={t(($) => $.settings.mail.turnOffQuestion)}
          button={t(($) => $.settings.mail.turnOffConfirm)}
          act={turnOff}
        >
          {t(($) => $.settings.mail.turnOffConsequence)}
        </ConfirmButton>
      )}
    </Section>
  );
}

/** Sends the typed values, even if they are not saved yet. */
function TestMessage({ typed }: { typed: MailServerChange }) {
  const [to, setTo] = useState(session.value?.member?.email ?? '');
  const [result, setResult] = useState<MailTestResult>();
  const test = async () => {
    setResult(undefined);
    const newResult = await ask<MailTestResult>('POST', `${path}/test`, { ...typed, to });
    setResult(newResult);
    if (newResult.isAccepted) announce(newResult.message);
  };
  return (
    <Form button={t(($) => $.settings.mail.test)} act={test}>
      <TextField
        label={t(($) => $.settings.mail.testTo)}
        type="email"
        value={to}
        change={setTo}
        isRequired
        maxLength={maxLengths.email}
      />
      {result?.isAccepted === false && <ErrorNote error={result.message} />}
      {result?.isAccepted === true && <p>{result.message}</p>}
    </Form>
  );
}
