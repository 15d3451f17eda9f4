/** Work that cannot succeed however often it is tried. Its message names nobody. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure';
}
