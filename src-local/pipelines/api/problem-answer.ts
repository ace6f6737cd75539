import { problemOf, type Problem } from '#shared/pipeline-api/problem.ts';
import { ApiProblem } from './call.ts';
import { MethodNotAllowed } from './find-operation.ts';
import { isPassing } from './is-passing.ts';
import { MalformedRequest } from './malformed-request.ts';

interface Refusal {
  readonly problem: Problem;
  readonly headers: Readonly<Record<string, string>>;
  /** Nobody expected it. */
  readonly isDefect: boolean;
}

/** What went wrong, as the caller may know it: of a defect no more than where to find it. */
export function problemAnswer(error: unknown, requestId: string): Refusal {
  if (error instanceof ApiProblem) {
    const { code, message, current } = error;
    const errors = error instanceof MalformedRequest ? { errors: [...error.errors] } : {};
    const problem = problemOf(code, message, { ...errors, ...(current && { current: { ...current } }) });
    return { problem, headers: headersFor(error), isDefect: false };
  }
  if (isPassing(error)) {
    const detail =
      'A service behind this one was too busy or did not answer. Send the same request again, with the same Idempotency-Key.';
    return { problem: problemOf('try-again', detail), headers: { 'retry-after': '1' }, isDefect: false };
  }
  const detail = `This is a defect, noted under the request id ${requestId}. The change may have been made: send it again with the same Idempotency-Key, or look.`;
  return { problem: problemOf('unexpected', detail), headers: {}, isDefect: true };
}

function headersFor(error: ApiProblem): Record<string, string> {
  if (error instanceof MethodNotAllowed) return { allow: error.allowed.join(', ') };
  if (error.code === 'try-again') return { 'retry-after': '1' };
  if (error.code === 'not-signed-in') return { 'www-authenticate': 'Bearer' };
  if (error.code === 'sign-in-expired') return { 'www-authenticate': 'Bearer error="invalid_token"' };
  return {};
}
