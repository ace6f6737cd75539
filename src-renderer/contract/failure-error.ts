import type { Failure } from '#shared/contract/result.ts';

/** A failure on its way through the query cache, which only knows thrown errors. */
export class FailureError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.name = 'FailureError';
    this.failure = failure;
  }
}

export function failureOf(error: unknown): Failure {
  if (error instanceof FailureError) return error.failure;
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'unexpected', message, reference: '' };
}
