import type { ServerResponse } from 'node:http';
import { refused } from '#shared/contract/result.ts';
import type { FailureCode, Refusal, Result } from '#shared/contract/result.ts';
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
  'host-unreachable': 503,
  unexpected: 500,
};

/** The body is always the Result; the status says the same to tools that look no further. */
export function answer(
  response: ServerResponse,
  result: Result<unknown>,
  headers: Record<string, string> = {},
): void {
  const status = result.ok ? 200 : statusOf[result.failure.code];
  response.writeHead(status, {
    ...securityHeaders,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    ...headers,
  });
  response.end(JSON.stringify(result));
}

export function refuse(response: ServerResponse, refusal: Refusal, status?: number): void {
  const result = refused(refusal);
  if (status === undefined) return answer(response, result);
  response.writeHead(status, {
    ...securityHeaders,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(JSON.stringify(result));
}
