/** A failure that may be told and stored: its message must contain no personal data. */
export class ExplainedFailure extends Error {
  override name = 'ExplainedFailure';
}

/** Work that cannot succeed, however often it is retried. */
export class PermanentFailure extends ExplainedFailure {
  override name = 'PermanentFailure';
}
