import { useState } from 'preact/hooks';
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
import { ConfirmButton } from '../parts/ConfirmButton.js';
import { Choice, TextField } from '../parts/Field.js';
import { Form } from '../parts/Form.js';
import { ErrorNote, Loading } from '../parts/Notes.js';
import { Section } from '../parts/Section.js';

const path = '/api/settings/mail';

const securities: readonly (readonly [MailServer['security'], string])[] = [
  ['starttls', 'STARTTLS (usual)'],
  ['tls', 'TLS'],
  ['none', 'None (only on this machine)'],
];

/** The usual port for each security. Another security changes the port only if it was the usual one. */
const usualPorts: Readonly<Record<MailServer['security'], string>> = {
  starttls: '587',
  tls: '465',
  none: '25',
};

/** The mail server that sends the notices. */
export function MailServerForm() {
  const { data, error, refetch, setData } = useQuery<MailSettings>(path);
  if (data === undefined) {
    return error === undefined ? (
      <Loading text="Loading the mail server…" />
    ) : (
      <ErrorNote error={error} refetch={refetch} />
    );
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
  const typed: MailServerChange = { host, port: Number(port), security, user, sender };
  if (password !== '') typed.password = password;
  const save = async () => {
    setData(await ask<MailSettings>('PUT', path, typed));
    setPassword('');
    announce('The mail server is saved.');
  };
  const turnOff = async () => {
    await ask('DELETE', path);
    announce('No emails are sent any more.');
    setData({ server: null });
    for (const clear of [setHost, setUser, setPassword, setSender]) clear('');
  };
  const changeSecurity = (value: string) => {
    const next = value as typeof security;
    if (port === usualPorts[security]) setPort(usualPorts[next]);
    setSecurity(next);
  };
  return (
    <Section
      title="Email notices"
      about="Members get an email when a run has ended or rows need review, as they choose in their profile. It has the name of the sheet and counts, but no people and no scores."
    >
      <Form button="Save the mail server" keepsValues act={save}>
        <div class="row-of-fields">
          <TextField label="Mail server" value={host} change={setHost} isRequired />
          <TextField
            label="Sender"
            type="email"
            value={sender}
            change={setSender}
            isRequired
            hint="The address that the emails come from."
          />
        </div>
        <div class="row-of-fields">
          <Choice label="Security" value={security} change={changeSecurity} options={securities} />
          <TextField
            label="Port"
            type="number"
            min={1}
            max={65_535}
            value={port}
            change={setPort}
            isRequired
          />
        </div>
        <div class="row-of-fields">
          <TextField
            label="User"
            value={user}
            change={setUser}
            hint="Empty for a mail server without sign-in."
          />
          <TextField
            label="Password"
            type="password"
            value={password}
            change={setPassword}
            autoComplete="new-password"
            hint={
              server?.hasPassword === true
                ? 'One is stored; leave this empty to keep it.'
                : 'It is stored, and never shown again.'
            }
          />
        </div>
      </Form>
      <TestMessage typed={typed} />
      {server !== null && (
        <ConfirmButton
          text="Turn off…"
          title="Turn off the emails?"
          button="Turn off"
          act={turnOff}
        >
          The mail server and its password are deleted, and emails that wait are not sent.
        </ConfirmButton>
      )}
    </Section>
  );
}

/** Sends a test message with the values of the form, also before they are saved. */
function TestMessage({ typed }: { typed: MailServerChange }) {
  const [to, setTo] = useState(session.value?.member?.email ?? '');
  const [result, setResult] = useState<MailTestResult>();
  const test = async () => {
    setResult(undefined);
    const tested = await ask<MailTestResult>('POST', `${path}/test`, { ...typed, to });
    setResult(tested);
    if (tested.isAccepted) announce(tested.message);
  };
  return (
    <Form button="Send a test message" act={test}>
      <TextField label="Test message to" type="email" value={to} change={setTo} isRequired />
      {result?.isAccepted === false && <ErrorNote error={result.message} />}
      {result?.isAccepted === true && <p>{result.message}</p>}
    </Form>
  );
}
