import { escapeXml, withoutForbidden } from '../../sheets/xlsx/xml/text.js';

/** A piece of a page that is safe to put into another. Only this file and `trusted` make one. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Content = string | number | Markup | readonly Content[];

/**
 * A template of HTML. What is put into it is escaped, unless it is Markup itself; attributes must
 * stand in double quotes.
 */
export function html(strings: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  return new Markup(String.raw({ raw: strings }, ...contents.map(asText)));
}

/** Markup that we or the chart library wrote, with the outside's text in it escaped already. */
export function trusted(text: string): Markup {
  return new Markup(text);
}

/** An address of the web as it may stand in a link; nothing for any other, `javascript:` above all. */
export function webAddress(text: string): string | undefined {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

function asText(content: Content): string {
  if (content instanceof Markup) return content.text;
  if (typeof content === 'object') return content.map(asText).join('');
  return escapeXml(withoutForbidden(String(content)));
}
