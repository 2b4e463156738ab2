import { Title } from '../parts/Title.js';

/** Log. */
export function Log() {
  return <Title title="Log" />;
}
