import type { Unconfirmed } from '../../../api/shapes.js';

/** What was sent of somebody: a label and a value for each input. */
export function Facts({ of }: { of: Unconfirmed['sent'] }) {
  return (
    <dl class="facts">
      {of.map(({ label, value }) => (
        <>
          <dt key={label}>{label}</dt>
          <dd key={`${label} value`}>{value}</dd>
        </>
      ))}
    </dl>
  );
}
