import { useState } from 'preact/hooks';
import type { Language } from '../../../contract/languages.js';
import type { Session } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { session, showSession } from '../app/session.js';
import { t } from '../language/language.js';
import { Choice } from '../parts/Field.js';
import { Form } from '../parts/Form.js';
import { Section } from '../parts/Section.js';
import { Title } from '../parts/Title.js';
import { NameField } from './NameField.js';
import { OwnNotices } from './OwnNotices.js';
import { OwnPassword } from './OwnPassword.js';
import { Tokens } from './Tokens.js';

export function Profile() {
  const { member, signIn } = session.value ?? {};
  if (!member) return <Title title={t(($) => $.profile.title)} />;
  const { password = false, openId = null } = signIn ?? {};
  return (
    <>
      <Title
        title={t(($) => $.profile.title)}
        lead={t(($) => $.profile.lead, {
          role: t(($) => $.terms.roles[member.role]),
          rights: t(($) => $.terms.roleRights[member.role]),
        })}
      />
      <OwnName name={member.name} />
      <OwnLanguage language={member.language} />
      <OwnNotices />
      {(password || openId === null) && <OwnPassword />}
      <Tokens />
    </>
  );
}

function OwnName({ name: savedName }: { name: string }) {
  const [name, setName] = useState(savedName);
  const save = async () => {
    await showSession(await ask<Session>('PUT', '/api/profile', { name }));
    announce(t(($) => $.profile.nameSaved));
  };
  return (
    <Section title={t(($) => $.profile.name)}>
      <Form button={t(($) => $.profile.saveName)} keepsValues act={save}>
        <NameField name={name} change={setName} />
      </Form>
    </Section>
  );
}

const languageNames: readonly (readonly [Language, string])[] = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['fr', 'Français'],
];

function OwnLanguage({ language: savedLanguage }: { language: Language }) {
  const [language, setLanguage] = useState<string>(savedLanguage);
  const save = async () => {
    await showSession(await ask<Session>('PUT', '/api/profile', { language }));
    announce(t(($) => $.profile.language.saved));
  };
  return (
    <Section title={t(($) => $.profile.language.title)}>
      <Form button={t(($) => $.profile.language.save)} keepsValues act={save}>
        <Choice
          label={t(($) => $.profile.language.label)}
          hint={t(($) => $.profile.language.hint)}
          value={language}
          change={setLanguage}
          options={languageNames}
        />
      </Form>
    </Section>
  );
}
