import { Title } from '../parts/Title.js';

/** Settings. */
export function Settings() {
  return <Title title="Settings" />;
}
