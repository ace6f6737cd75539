import type { CryptoKey } from 'jose';
import { listed } from '#shared/domain/listed-words.ts';
import { openApiDocument } from '#shared/pipeline-api/openapi.ts';
import type { ApiOperation } from '#shared/pipeline-api/operation.ts';
import type { OperationName } from '#shared/pipeline-api/operations.ts';
import type { PipelineParts } from '../parts.ts';
import { answerOnce } from './answer-once.ts';
import { answerText } from './answer-text.ts';
import { ApiProblem, type ApiAnswer, type ApiHandler, type Caller } from './call.ts';
import { findOperation } from './find-operation.ts';
import type { OwnHandler } from './handlers/handler.ts';
import { ownHandlers } from './handlers/own-handlers.ts';
import { problemAnswer } from './problem-answer.ts';
import { readRequest, type ApiRequest } from './read-request.ts';
import { readToken } from './read-token.ts';

export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface PipelineApiOptions {
  /** That tokens are signed with: a secret, or the public half of a pair. */
  readonly key: CryptoKey | Uint8Array;
  readonly downloads: Readonly<Record<'requeueFile' | 'triggerDownloads' | 'closeDownloads', ApiHandler>>;
  /** A defect, with the id that the caller was given. */
  readonly report?: (error: unknown, requestId: string) => void;
}

/** The pipelines' HTTP API, without a socket. */
export function pipelineApi(
  parts: PipelineParts,
  { key, downloads, report }: PipelineApiOptions,
): (request: ApiRequest) => Promise<ApiResponse> {
  const handlers: Readonly<Record<OperationName, OwnHandler>> = {
    ...ownHandlers(parts),
    requeueFile: { run: downloads.requeueFile },
    triggerDownloads: { run: downloads.triggerDownloads },
    closeDownloads: { run: downloads.closeDownloads },
  };
  let description: string | undefined;

  return async (sent) => {
    const request = { ...sent, headers: inLowerCase(sent.headers) };
    const requestId = parts.dice.uuid();
    try {
      if (request.method === 'GET' && request.path === '/openapi.json') {
        description ??= JSON.stringify(openApiDocument());
        return respond(requestId, 200, description);
      }
      const { status, body, isReplayed } = await answer(request, requestId);
      const replayed = isReplayed ? { 'idempotency-replayed': 'true' } : {};
      return respond(requestId, status, answerText(body), replayed);
    } catch (error) {
      const { problem, headers, isDefect } = problemAnswer(error, requestId);
      if (isDefect) report?.(error, requestId);
      const type = { 'content-type': 'application/problem+json' };
      return respond(requestId, problem.status, answerText(problem), { ...type, ...headers });
    }
  };

  async function answer(
    request: ApiRequest,
    requestId: string,
  ): Promise<ApiAnswer & { readonly isReplayed: boolean }> {
    const { name, operation, params } = findOperation(request.method, request.path);
    const caller = operation.who === 'nobody' ? nobody : await signedIn(operation, request);
    const read = readRequest(operation, params, request);
    return answerOnce(parts, name, handlers[name], { ...read, caller, requestId });
  }

  async function signedIn({ who, ofNoTenant }: ApiOperation, { headers }: ApiRequest): Promise<Caller> {
    const caller = await readToken(key, headers['authorization'], parts.now());
    if (Array.isArray(who) && !who.includes(caller.role)) {
      throw new ApiProblem(
        'role-required',
        `This is for ${listed(who)}; you are signed in as ${caller.role}. Nothing was done.`,
      );
    }
    if (ofNoTenant && caller.tenants !== '*') {
      throw new ApiProblem(
        'all-tenants-required',
        'A download says nowhere whose it is, so this is for those who see all tenants. Nothing was done.',
      );
    }
    return caller;
  }
}

const nobody: Caller = { sub: '', name: '', role: 'support', tenants: [] };

function respond(
  requestId: string,
  status: number,
  body: string,
  more: Readonly<Record<string, string>> = {},
): ApiResponse {
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'request-id': requestId,
    ...more,
  };
  return { status, headers, body };
}

function inLowerCase(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
