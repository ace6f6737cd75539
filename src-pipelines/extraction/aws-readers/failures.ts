import { ReaderError, type ReaderErrorCode } from '../readers.ts';

/**
 * Calls Textract or Bedrock, and gives an error the name that Triage groups it by. An error that is no document's fault,
 * such as a call that the role may not make, keeps its own.
 */
export async function callService<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw nameFailure(error);
  }
}

function nameFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ReaderError) return error;
  const code = codes.get(error.name);
  if (code !== undefined) return createFailure(code, error.message, error);
  if (error.name === 'ValidationException' && /too long/i.test(error.message)) {
    return createFailure('AnswerTruncated', tooLong, error);
  }
  // The SDK marks what it could not read. Its message quotes the answer, which differs from document to document.
  if ('$response' in error && !('$fault' in error)) {
    return createFailure('SchemaMismatch', 'The answer of the service could not be read.', error);
  }
  return error;
}

const codes: ReadonlyMap<string, ReaderErrorCode> = new Map([
  ['BadDocumentException', 'BadDocumentException'],
  ['UnsupportedDocumentException', 'BadDocumentException'],
  ['DocumentTooLargeException', 'BadDocumentException'],
  ['ThrottlingException', 'ThrottlingException'],
  ['ProvisionedThroughputExceededException', 'ThrottlingException'],
  // Too many of Textract's jobs are open.
  ['LimitExceededException', 'ThrottlingException'],
  ['ServiceQuotaExceededException', 'ThrottlingException'],
  ['ModelNotReadyException', 'ThrottlingException'],
  ['ModelTimeoutException', 'ModelTimeoutException'],
  ['TimeoutError', 'ModelTimeoutException'],
]);

/** Bedrock says so before the call or after it, depending on the model. */
export const tooLong = 'The document is longer than the model can take.';

/** An answer of the SDK, or an error, as far as it says which request it belongs to. */
export interface Answered {
  readonly $metadata: { readonly requestId?: string | undefined } | undefined;
}

/** The message names the request, because AWS's support asks for it. */
export function createFailure(
  code: ReaderErrorCode,
  message: string,
  answered: Answered | Error,
): ReaderError {
  const requestId = '$metadata' in answered ? answered.$metadata?.requestId : undefined;
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  return new ReaderError(code, requestId === undefined ? sentence : `${sentence} Request ${requestId}.`);
}
