import { html, type Markup, trustMarkup } from '../../src/html.js';

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#222}
h1{font-size:1.5rem}table{border-collapse:collapse;margin:1rem 0}th,td{text-align:left;padding:.3rem 1.2rem .3rem 0;border-bottom:1px solid #ddd;vertical-align:top}
td.score{text-align:right;font-variant-numeric:tabular-nums}code{background:#f3f3f3;padding:.1rem .3rem;white-space:nowrap}
.notice{background:#fff4d6;border-left:4px solid #d99a00;padding:.6rem 1rem}`;

export function createDocument(title: string, content: Markup): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <style>
          ${trustMarkup(style)}
        </style>
      </head>
      <body>
        <h1>${title}</h1>
        ${content}
      </body>
    </html>`.text;
}
