import { useState } from 'preact/hooks';
import type { Session } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { session } from '../app/session.js';
import { roleDescriptions } from '../app/words.js';
import { FormCard } from '../parts/Form.js';
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
      <div class="pair columns">
        <div class="columns">
          <OwnName name={member.name} />
          <details class="card padded">
            <summary>Programs that work in your name</summary>
            <Tokens />
          </details>
        </div>
        <div class="columns">
          <OwnNotices />
          {(password || openId === null) && <OwnPassword />}
        </div>
      </div>
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
    <FormCard title="Name" button="Save the name" act={save}>
      <NameField name={name} change={setName} />
    </FormCard>
  );
}
