import type { ComponentChildren } from 'preact';
import { Fragment } from 'preact';

type Element = ComponentChildren | ((text: string) => ComponentChildren);

/**
 * A text such as `Started <time/>. <link>Open it</link>` needs the elements `time` and `link`. A tag marks the place of
 * an element, because word order depends on the language. `link` is a function of the text between its tags.
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
