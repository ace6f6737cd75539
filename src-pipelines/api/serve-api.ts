import { listed } from '#shared/domain/formatting.ts';
import { openApiDocument } from '#shared/pipeline-api/openapi.ts';
import type { ApiOperation } from '#shared/pipeline-api/operation.ts';
import type { OperationName } from '#shared/pipeline-api/operations.ts';
import { buildProblem, type Problem } from '#shared/pipeline-api/problem.ts';
import type { PipelineParts } from '../parts.ts';
import { OthersWereQuicker } from '../transact.ts';
import { answerOnce, formatAnswer } from './answer-once.ts';
import { ApiProblem, type ApiAnswer, type ApiHandler, type Caller, type OwnHandler } from './call.ts';
import {
  findOperation,
  readRequest,
  MethodNotAllowed,
  MalformedRequest,
  type ApiRequest,
} from './read-request.ts';
import type { Identify } from './identify.ts';
import { addNote } from './activity.ts';
import { anchorAudit, auditAnchors, auditChains } from './audit-anchors.ts';
import { putBudget } from './budgets.ts';
import { noteOnCause, tellOutcome } from './cause-memory.ts';
import { changeObjective, changeReview, changeThresholds } from './workflow-changes.ts';
import { changeOrders, changeSuppliers } from './tenant-lists.ts';
import { checkDocument, reviewDocument, undoReview } from './reviews.ts';
import { claimDocument, releaseDocument, handOverDocument } from './claims.ts';
import { giveNextDocument } from './next-document.ts';
import { refileDocument } from './refile-documents.ts';
import { reprocessDocuments } from './reprocess-documents.ts';
import { acceptDocuments, sendToReview } from './settle-documents.ts';
import { submitBatch } from './batch-submissions.ts';
import { workOnBatch, workOnCause } from './work.ts';

export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface PipelineApiOptions<Request extends ApiRequest = ApiRequest> {
  /** The names of the headers are in lower case. */
  readonly identify: Identify<Request>;
  readonly downloads: Readonly<Record<'requeueFile' | 'triggerDownloads' | 'closeDownloads', ApiHandler>>;
  /** A defect, with the id that the caller was given. */
  readonly report?: (error: unknown, requestId: string) => void;
}

/** The pipelines' HTTP API, without a socket. */
export function pipelineApi<Request extends ApiRequest = ApiRequest>(
  parts: PipelineParts,
  { identify, downloads, report }: PipelineApiOptions<Request>,
): (request: Request) => Promise<ApiResponse> {
  const handlers: Readonly<Record<OperationName, OwnHandler>> = {
    ...createHandlers(parts),
    requeueFile: { run: downloads.requeueFile },
    triggerDownloads: { run: downloads.triggerDownloads },
    closeDownloads: { run: downloads.closeDownloads },
  };

  return async (sent) => {
    const request = { ...sent, headers: lowerCaseNames(sent.headers) };
    const requestId = parts.dice.uuid();
    try {
      const { status, body, isReplayed } = await answer(request, requestId);
      const replayed = isReplayed ? { 'idempotency-replayed': 'true' } : {};
      return respond(requestId, status, formatAnswer(body), replayed);
    } catch (error) {
      const { problem, headers, isDefect } = toRefusal(error, requestId);
      if (isDefect) report?.(error, requestId);
      const type = { 'content-type': 'application/problem+json' };
      return respond(requestId, problem.status, formatAnswer(problem), { ...type, ...headers });
    }
  };

  async function answer(
    request: Request,
    requestId: string,
  ): Promise<ApiAnswer & { readonly isReplayed: boolean }> {
    const { name, operation, params } = findOperation(request.method, request.path);
    const caller = operation.who === 'anonymous' ? anonymous : await signedIn(operation, request);
    const read = readRequest(operation, params, request);
    return answerOnce(parts, name, handlers[name], { ...read, caller, requestId });
  }

  async function signedIn({ who, ofNoTenant }: ApiOperation, request: Request): Promise<Caller> {
    const caller = await identify(request);
    if (Array.isArray(who) && !who.includes(caller.role)) {
      throw new ApiProblem(
        'role-required',
        `This is for ${listed(who)}; you are signed in as ${caller.role}. Nothing was done.`,
      );
    }
    if (ofNoTenant !== undefined && caller.tenants !== '*') {
      throw new ApiProblem(
        'all-tenants-required',
        `${ofNoTenant}, so this is for those who see all tenants. Nothing was done.`,
      );
    }
    return caller;
  }
}

const anonymous: Caller = { sub: '', name: '', role: 'support', tenants: [] };

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

function lowerCaseNames(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

type Downloads = 'requeueFile' | 'triggerDownloads' | 'closeDownloads';

/** One for each call that is not about downloads. */
function createHandlers(
  parts: PipelineParts,
): Readonly<Record<Exclude<OperationName, Downloads>, OwnHandler>> {
  return {
    health: {
      run: () =>
        Promise.resolve({ status: 200, body: { status: 'ok', at: new Date(parts.now()).toISOString() } }),
    },
    describeApi: { run: () => Promise.resolve({ status: 200, body: { ...openApiDocument() } }) },
    me: {
      run: ({ caller }) => Promise.resolve({ status: 200, body: { ...caller, keeps: ['activity'] } }),
    },
    submitBatch: submitBatch(parts),
    reprocessDocuments: reprocessDocuments(parts),
    sendToReview: sendToReview(parts),
    acceptDocuments: acceptDocuments(parts),
    claimDocument: claimDocument(parts),
    releaseDocument: releaseDocument(parts),
    reviewDocument: reviewDocument(parts),
    handOverDocument: handOverDocument(parts),
    checkDocument: checkDocument(parts),
    undoReview: undoReview(parts),
    refileDocument: refileDocument(parts),
    nextDocument: giveNextDocument(parts),
    changeThresholds: changeThresholds(parts),
    changeReview: changeReview(parts),
    changeObjective: changeObjective(parts),
    changeSuppliers: changeSuppliers(parts),
    changeOrders: changeOrders(parts),
    noteOnCause: noteOnCause(parts),
    tellOutcome: tellOutcome(parts),
    workOnCause: workOnCause(parts),
    workOnBatch: workOnBatch(parts),
    addNote: addNote(parts),
    anchorAudit: anchorAudit(parts),
    auditChains: auditChains(parts),
    auditAnchors: auditAnchors(parts),
    putTenantBudget: putBudget(parts),
    putWorkflowBudget: putBudget(parts),
  };
}

interface Refusal {
  readonly problem: Problem;
  readonly headers: Readonly<Record<string, string>>;
  /** A defect is an error that no handler expected. */
  readonly isDefect: boolean;
}

/** Describes the failure for the caller. Defects reveal only the id under which they are logged. */
function toRefusal(error: unknown, requestId: string): Refusal {
  if (error instanceof ApiProblem) {
    const { code, message, current, rules } = error;
    const errors = error instanceof MalformedRequest ? { errors: [...error.errors] } : {};
    const problem = buildProblem(code, message, {
      ...errors,
      ...(current && { current: { ...current } }),
      ...(rules && { rules: [...rules] }),
    });
    return { problem, headers: buildHeaders(error), isDefect: false };
  }
  if (isTransient(error)) {
    const detail =
      'A service behind this one was too busy or did not answer. Send the same request again, with the same Idempotency-Key.';
    return { problem: buildProblem('try-again', detail), headers: { 'retry-after': '1' }, isDefect: false };
  }
  const detail = `This is a defect, noted under the request id ${requestId}. The change may have been made: send it again with the same Idempotency-Key, or look.`;
  return { problem: buildProblem('unexpected', detail), headers: {}, isDefect: true };
}

function buildHeaders(error: ApiProblem): Record<string, string> {
  if (error instanceof MethodNotAllowed) return { allow: error.allowed.join(', ') };
  if (error.code === 'try-again') return { 'retry-after': '1' };
  if (error.code === 'not-signed-in') return { 'www-authenticate': 'Bearer' };
  if (error.code === 'sign-in-expired') return { 'www-authenticate': 'Bearer error="invalid_token"' };
  return {};
}

/** True where a call to AWS failed in a way that passes: throttled, briefly unavailable, or cut off. */
function isTransient(error: unknown): boolean {
  if (error instanceof OthersWereQuicker) return true;
  if (!(error instanceof Error)) return false;
  const { name, $fault, $retryable, code } = error as AwsError;
  return (
    $fault === 'server' ||
    $retryable !== undefined ||
    transientErrors.has(name) ||
    (code !== undefined && socketErrors.has(code))
  );
}

interface AwsError extends Error {
  readonly $fault?: 'client' | 'server';
  readonly $retryable?: object;
  readonly code?: string;
}

const transientErrors = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'TransactionConflictException',
  'TransactionInProgressException',
  'SlowDown',
  'TimeoutError',
]);

const socketErrors = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN']);
