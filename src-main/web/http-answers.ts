import type { IncomingMessage, ServerResponse } from 'node:http';
import { refused, type FailureCode, type Refusal, type Result } from '#shared/contract/result.ts';
import type { Log } from '../log/open-log.ts';
import { securityHeaders } from './security-headers.ts';

const statusOf: Readonly<Record<FailureCode, number>> = {
  'untrusted-caller': 401,
  'malformed-request': 400,
  'unknown-operation': 404,
  'input-too-large': 413,
  'invalid-input': 400,
  'role-required': 403,
  'key-reused': 422,
  'not-found': 404,
  'storage-failed': 507,
  'cursor-refused': 422,
  'read-denied': 403,
  throttled: 429,
  'sign-in-expired': 401,
  'not-signed-in': 401,
  'aws-unreachable': 502,
  'aws-refused': 502,
  'tenant-out-of-scope': 403,
  'execution-expired': 404,
  'pipeline-unreachable': 502,
  'pipeline-refused': 409,
  'pipeline-unreadable': 502,
  'plan-refused': 409,
  'job-refused': 409,
  'read-only': 403,
  'file-too-large': 422,
  'host-unreachable': 503,
  unexpected: 500,
};

export interface Answers {
  /** The body is always the Result; the status says the same to tools that look no further. */
  answer(response: ServerResponse, result: Result<unknown>, headers?: Record<string, string>): void;
  /** What never reaches the gate is refused here, and leaves the same trace in the log. */
  refuse(request: IncomingMessage, response: ServerResponse, refusal: Refusal, status?: number): void;
}

export function openAnswers(log: Log, newReference: () => string): Answers {
  return {
    answer(response, result, headers) {
      send(response, result.ok ? 200 : statusOf[result.failure.code], result, headers);
    },
    refuse(request, response, refusal, status = statusOf[refusal.code]) {
      const reference = newReference();
      const path = (request.url ?? '').split('?', 1)[0]?.slice(0, 120);
      log.warn({ method: request.method, path, code: refusal.code, reference }, refusal.message);
      send(response, status, refused(refusal, reference));
    },
  };
}

function send(
  response: ServerResponse,
  status: number,
  result: Result<unknown>,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, {
    ...securityHeaders,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    ...headers,
  });
  response.end(JSON.stringify(result));
}
