import { Title } from '../parts/Title.js';

/** People. */
export function People() {
  return <Title title="People" />;
}
