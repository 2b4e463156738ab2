import { useState } from 'preact/hooks';
import { maxLengths } from '../../../contract/fieldBounds.js';
import type { NoticeChoice, OwnNotices as NoticeSettings } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { useQuery } from '../app/query.js';
import { readSession } from '../app/session.js';
import { t } from '../language/language.js';
import { Choice, TextField } from '../parts/Field.js';
import { Form } from '../parts/Form.js';
import { QueryPlaceholder } from '../parts/Notes.js';
import { Section } from '../parts/Section.js';

const path = '/api/notices';

const noticeChoices: readonly NoticeChoice[] = ['own', 'all', 'none'];

export function OwnNotices() {
  const query = useQuery<NoticeSettings>(path);
  const { data, refetch } = query;
  return (
    <Section
      title={t(($) => $.profile.notices.title)}
      about={t(($) =>
        data?.isMailOn === false ? $.profile.notices.mailOff : $.profile.notices.about,
      )}
    >
      {data === undefined ? (
        <QueryPlaceholder query={query} text={t(($) => $.profile.notices.loading)} />
      ) : (
        <NoticeForm settings={data} refetch={refetch} />
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
    announce(t(($) => $.profile.notices.saved));
    refetch();
    await readSession();
  };
  const options = noticeChoices.map(
    (choice) => [choice, t(($) => $.profile.noticeChoices[choice])] as const,
  );
  return (
    <Form button={t(($) => $.profile.notices.save)} keepsValues act={save}>
      {settings.canChangeEmail ? (
        <TextField
          label={t(($) => $.signIn.email)}
          type="email"
          value={email}
          change={setEmail}
          maxLength={maxLengths.email}
          hint={t(($) => $.profile.notices.emailHint)}
          autoComplete="email"
        />
      ) : (
        <p>{t(($) => $.profile.notices.to, { email: settings.email })}</p>
      )}
      <div class="row-of-fields">
        <Choice
          label={t(($) => $.profile.notices.ends)}
          value={ends}
          change={setEnds}
          options={options}
          hint={t(($) => $.profile.notices.endsHint)}
        />
        <Choice
          label={t(($) => $.profile.notices.review)}
          value={review}
          change={setReview}
          options={options}
          hint={t(($) => $.profile.notices.reviewHint)}
        />
      </div>
    </Form>
  );
}
