/** A failure whose message is shown to the owner and stored with the job: it must contain no personal data. */
export class ExplainedFailure extends Error {
  override name = 'ExplainedFailure';
}

/** Work that cannot succeed, however often it is retried. */
export class PermanentFailure extends ExplainedFailure {
  override name = 'PermanentFailure';
}

/** The work has to wait for its time, and is retried until then. */
export class TooEarly extends Error {
  override name = 'TooEarly';
}
