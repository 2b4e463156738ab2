/** The reader of the output is gone, for example after `rwa check FILE | head`. */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone';
}
