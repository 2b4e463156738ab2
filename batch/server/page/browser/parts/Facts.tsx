import { Fragment } from 'preact';
import type { Unconfirmed } from '../../../contract/shapes.js';
import { nameField } from '../app/fieldNames.js';
import { formatIfDate } from '../app/time.js';

export function Facts({ facts }: { facts: Unconfirmed['sent'] }) {
  return (
    <dl class="facts">
      {facts.map(({ field, label, value }) => (
        <Fragment key={field}>
          <dt>{nameField(field, label)}</dt>
          <dd>{formatIfDate(value)}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
