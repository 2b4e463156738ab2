/** Nobody reads any more what a command says, for example after `rwa check FILE | head`. */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone';
}
