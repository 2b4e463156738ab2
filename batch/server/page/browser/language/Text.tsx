import type { ComponentChildren } from 'preact';
import { Fragment } from 'preact';

type Element = ComponentChildren | ((text: string) => ComponentChildren);

/**
 * A sentence with elements: the name of an element in angle brackets is where it belongs, because each language orders a
 * sentence in its own way. `Started <time/>. <link>Open it</link>` takes the elements `time` and `link`; the second is
 * a function that gets the text between its tags.
 */
export function Text({
  text,
  elements,
}: {
  text: string;
  elements: Readonly<Record<string, Element>>;
}) {
  const names = Object.keys(elements).join('|');
  const parts: ComponentChildren[] = [];
  let rest = 0;
  for (const found of text.matchAll(new RegExp(`<(${names})(?:/>|>(.*?)</\\1>)`, 'gs'))) {
    const [whole, name = '', inner = ''] = found;
    const element = elements[name];
    parts.push(text.slice(rest, found.index));
    parts.push(isFunction(element) ? element(inner) : element);
    rest = found.index + whole.length;
  }
  parts.push(text.slice(rest));
  return (
    <>
      {parts.map((part, index) => (
        <Fragment key={index}>{part}</Fragment>
      ))}
    </>
  );
}

function isFunction(element: Element): element is (text: string) => ComponentChildren {
  return typeof element === 'function';
}
