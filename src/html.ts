/** HTML that is safe to insert into a page; created only by {@link html} and {@link trustMarkup}. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Content = string | number | Markup | readonly Content[];

/** Escapes inserted values unless they are Markup. Attribute values must be quoted. */
export function html(strings: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  return new Markup(String.raw({ raw: strings }, ...contents.map(toText)));
}

/** Marks a text as Markup. All text from outside in it must have been escaped already. */
export function trustMarkup(text: string): Markup {
  return new Markup(text);
}

function toText(content: Content): string {
  if (content instanceof Markup) return content.text;
  if (typeof content === 'object') return content.map(toText).join('');
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

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'\t\n\r]/g, (character) => entities[character] ?? character);
}
