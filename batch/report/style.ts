import { type Band, roundScore } from '../engine/report/risks.js';
import { stepsPerPoint, tokens } from './tokens.js';

/** The number on the background has the colour `var(--on-score)`. */
export function scoreColour(score: number): string {
  return `var(--score-${Math.round(roundScore(score) * stepsPerPoint)})`;
}

export function bandColour(band: Band): string {
  return `var(--${band.name})`;
}

export const style = `
${tokens}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 var(--font);font-variant-numeric:tabular-nums}
main{max-width:928px;margin:0 auto;padding:56px 24px 72px}
h1,h2,p,dl,dd,figure,table,ul{margin:0}
h1{font-size:2.125rem;line-height:1.2;font-weight:650;letter-spacing:-.015em;text-wrap:balance}
h2{overflow-wrap:anywhere;font-size:var(--text-large);line-height:1.3;font-weight:620;letter-spacing:-.008em;text-wrap:balance}
h3{margin:28px 0 2px;font-size:1rem;font-weight:620}
section{margin-top:72px}
.topic{margin-bottom:6px;color:var(--accent);font-size:var(--text-small);font-weight:600}
.about,.muted,figcaption,caption,summary,footer{color:var(--muted)}
.about{margin-top:12px;overflow-wrap:anywhere}
.lead{margin-top:8px;max-width:44rem;color:var(--muted)}
.note{margin-bottom:32px;padding:12px 16px;border-left:4px solid var(--note-edge);border-radius:4px;background:var(--note)}
a{color:var(--accent);text-underline-offset:2px}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(130px,1fr));gap:24px 32px;margin-top:40px;padding-top:24px;border-top:1px solid var(--line)}
.figures div{display:flex;flex-direction:column-reverse;justify-content:flex-end}
.figures dt{color:var(--muted);font-size:var(--text-small)}
.figures dd{font-size:1.75rem;line-height:1.25;font-weight:600;letter-spacing:-.01em}
.bands{display:grid;grid-template-columns:repeat(3,1fr);gap:24px;margin-top:28px}
.bands div{padding-left:12px;border-left:4px solid}
.bands dd+dd{color:var(--muted);font-size:var(--text-small);font-weight:400}
.bands dd{font-size:var(--text-large);line-height:1.35;font-weight:600}
.bands dt{font-size:var(--text-small);font-weight:600}
.bands dt span{font-weight:400;white-space:nowrap}
figure{margin-top:28px}
svg{display:block;width:100%;height:auto;overflow:visible}
.narrow{display:none;max-width:460px}
figcaption{margin-top:12px;font-size:var(--text-small)}
details{margin-top:12px;font-size:var(--text-small)}
details+.lead{margin-top:24px}
summary{width:fit-content;cursor:pointer}
.scroll{overflow-x:auto}
table{width:100%;margin-top:20px;border-collapse:collapse}
table+.lead{margin-top:16px}
details table{margin-top:8px}
caption{padding-bottom:8px;font-size:var(--text-small);text-align:left}
th,td{padding:10px 20px 10px 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top;unicode-bidi:isolate}
details th,details td{padding:6px 16px 6px 0}
th:last-child,td:last-child{padding-right:0}
thead th{color:var(--muted);font-size:var(--text-small);font-weight:500;vertical-align:bottom}
tbody th{font-weight:600;overflow-wrap:anywhere}
th small,td small{display:block;font-weight:400;line-height:1.4}
small{color:var(--muted);font-size:var(--text-small)}
.number{text-align:right;white-space:nowrap}
.number:first-child{text-align:left}
.score{display:inline-block;min-width:3.25em;padding:1px 8px;border-radius:4px;background:var(--soft);color:var(--on-score);font-weight:600;text-align:center}
.reasons{padding-left:1.15em}
.reasons li{margin-top:8px;overflow-wrap:anywhere}
.reasons small{display:block}
footer{margin-top:72px;padding-top:20px;border-top:1px solid var(--line);font-size:var(--text-small)}
footer p+p{margin-top:8px}
@media screen and (max-width:720px){
main{padding:32px 16px 48px}
h1{font-size:1.625rem}
h2{font-size:1.25rem}
section{margin-top:56px}
.wide{display:none}
.narrow{display:block}
.figures{grid-template-columns:1fr 1fr;gap:20px}
.bands{gap:12px}
.bands div{padding-left:10px}
table{font-size:.9375rem}
th,td{padding-right:10px}
th small,td small{font-size:var(--text-tiny)}
.score{min-width:2.75em;padding:1px 4px}
}
@media print{
@page{size:A4;margin:16mm}
html{font-size:13px}
body{font-size:13px}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}
main{max-width:none;padding:0}
section{margin-top:36px}
.figures{margin-top:24px;gap:16px;grid-template-columns:repeat(5,1fr)}
h2,h3,.topic,caption,thead{break-after:avoid}
tr,figure,.bands,.figures,.whole,.reasons li{break-inside:avoid}
th,td{padding:5px 16px 5px 0}
details{display:none}
tbody tr:nth-child(-n+4){break-after:avoid}
td a{font-size:0}
td a::after{content:attr(href);font-size:10px;overflow-wrap:anywhere}
}
`.trim();
