/** A piece of a page that is safe to put into another: only {@link html} and {@link trusted} make one. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Content = string | number | Markup | readonly Content[];

/**
 * A template of HTML. What is put into it is escaped, unless it is Markup itself; attributes must
 * stand in quotes.
 */
export function html(strings: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  return new Markup(String.raw({ raw: strings }, ...contents.map(asText)));
}

/** Markup of our own, with whatever comes from outside escaped in it already. */
export function trusted(text: string): Markup {
  return new Markup(text);
}

function asText(content: Content): string {
  if (content instanceof Markup) return content.text;
  if (typeof content === 'object') return content.map(asText).join('');
  return escapeHtml(String(content));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** A text as it stands in a page, in an attribute or between two tags. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'\t\n\r]/g, (character) => entities[character] ?? character);
}
