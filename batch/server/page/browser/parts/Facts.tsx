import type { Unconfirmed } from '../../../contract/shapes.js';

/** The inputs that were sent for a person: a label and a value for each. */
export function Facts({ facts }: { facts: Unconfirmed['sent'] }) {
  return (
    <dl class="facts">
      {facts.map(({ label, value }) => (
        <>
          <dt key={label}>{label}</dt>
          <dd key={`${label} value`}>{value}</dd>
        </>
      ))}
    </dl>
  );
}
