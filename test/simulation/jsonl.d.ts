/** A file with one JSON value per line, as text. */
declare module '*.jsonl' {
  const text: string;
  export default text;
}
