import { Title } from '../parts/Title.js';

/** Members. */
export function Members() {
  return <Title title="Members" />;
}
