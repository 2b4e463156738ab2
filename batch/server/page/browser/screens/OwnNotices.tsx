import { useState } from 'preact/hooks';
import type { NoticeChoice, OwnNotices as NoticeSettings } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { useQuery } from '../app/query.js';
import { readSession } from '../app/session.js';
import { Choice, TextField } from '../parts/Field.js';
import { Form } from '../parts/Form.js';
import { ErrorNote, Loading } from '../parts/Notes.js';
import { Section } from '../parts/Section.js';

const path = '/api/notices';

const choices: readonly (readonly [NoticeChoice, string])[] = [
  ['own', 'Runs that I began or scheduled'],
  ['all', 'All runs'],
  ['none', 'Never'],
];

/** Shows which notices the member gets by email, and lets the member change it. */
export function OwnNotices() {
  const { data, error, refetch } = useQuery<NoticeSettings>(path);
  return (
    <Section
      title="Your email notices"
      about={
        data?.isMailOn === false
          ? 'None are sent yet: an administrator sets the mail server under Settings.'
          : 'They have the name of the sheet and counts, but no people and no scores.'
      }
    >
      {data !== undefined ? (
        <NoticeForm settings={data} refetch={refetch} />
      ) : error !== undefined ? (
        <ErrorNote error={error} refetch={refetch} />
      ) : (
        <Loading text="Loading your notices…" />
      )}
    </Section>
  );
}

function NoticeForm({ settings, refetch }: { settings: NoticeSettings; refetch: () => void }) {
  const [email, setEmail] = useState(settings.email);
  const [ends, setEnds] = useState<string>(settings.ends);
  const [review, setReview] = useState<string>(settings.review);
  const save = async () => {
    await ask('PUT', path, { ends, review, ...(settings.canChangeEmail ? { email } : {}) });
    announce('Your notices are saved.');
    refetch();
    await readSession();
  };
  return (
    <Form button="Save the notices" keepsValues act={save}>
      {settings.canChangeEmail ? (
        <TextField
          label="Email"
          type="email"
          value={email}
          change={setEmail}
          hint="Leave it empty to get no notices."
          autoComplete="email"
        />
      ) : (
        <p>To {settings.email}</p>
      )}
      <div class="row-of-fields">
        <Choice
          label="A run has ended"
          value={ends}
          change={setEnds}
          options={choices}
          hint="Also if it has failed."
        />
        <Choice
          label="Rows need review"
          value={review}
          change={setReview}
          options={choices}
          hint="At the end of a run, rows are rejected, unconfirmed or blocked."
        />
      </div>
    </Form>
  );
}
