import { useState } from 'preact/hooks';
import type { Session } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { session } from '../app/session.js';
import { roleDescriptions } from '../app/words.js';
import { Form } from '../parts/Form.js';
import { Section } from '../parts/Section.js';
import { Title } from '../parts/Title.js';
import { NameField } from './NameField.js';
import { OwnNotices } from './OwnNotices.js';
import { OwnPassword } from './OwnPassword.js';
import { Tokens } from './Tokens.js';

/** The name, the notices, the password and the tokens of the signed-in member. */
export function Profile() {
  const { member, signIn } = session.value ?? {};
  if (!member) return <Title title="Profile" />;
  const { password = false, openId = null } = signIn ?? {};
  return (
    <>
      <Title
        title="Profile"
        lead={`Your role is ${member.role}: ${roleDescriptions[member.role]}.`}
      />
      <OwnName name={member.name} />
      <OwnNotices />
      {(password || openId === null) && <OwnPassword />}
      <Tokens />
    </>
  );
}

function OwnName({ name: shown }: { name: string }) {
  const [name, setName] = useState(shown);
  const save = async () => {
    session.value = await ask<Session>('PUT', '/api/profile', { name });
    announce('Your name is saved.');
  };
  return (
    <Section title="Name">
      <Form button="Save the name" keepsValues act={save}>
        <NameField name={name} change={setName} />
      </Form>
    </Section>
  );
}
