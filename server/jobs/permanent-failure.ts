/** Work that cannot succeed, however often it is retried. Its message must contain no personal data. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure';
}
