import type { z } from 'zod';
import {
  emptyBody,
  idempotencyKeySchema,
  ifMatchSchema,
  longestBody,
  type ApiOperation,
} from '#shared/pipeline-api/operation.ts';
import { listed } from '#shared/domain/formatting.ts';
import { operations, type OperationName } from '#shared/pipeline-api/operations.ts';
import { ApiProblem } from './call.ts';

export interface ApiRequest {
  readonly method: string;
  /** The path under the base, still percent-encoded. */
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface ReadRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly idempotencyKey: string;
  /** The version without its quotes; '' where none was sent. */
  readonly ifMatch: string;
}

/** Returns the request as the operation declares it, or throws with everything that is wrong with it. */
export function readRequest(
  operation: ApiOperation,
  sent: Readonly<Record<string, string>>,
  request: ApiRequest,
): ReadRequest {
  const wrong: WrongPlace[] = [];
  const params = checked('path', operation.params ?? emptyBody, sent, wrong);
  const body = operation.changes ? readBody(operation, request, wrong) : undefined;
  const key = request.headers['idempotency-key'] ?? '';
  const version = request.headers['if-match'] ?? '';
  if (operation.changes && key !== '') checked('header.Idempotency-Key', idempotencyKeySchema, key, wrong);
  if (operation.changes === 'an item' && version !== '') {
    checked('header.If-Match', ifMatchSchema, version, wrong);
  }
  if (wrong.length > 0) throw new MalformedRequest(wrong);
  if (operation.changes && key === '') {
    throw new ApiProblem(
      'idempotency-key-required',
      'A change needs an Idempotency-Key of up to 255 visible characters, so that it can be sent again safely. Nothing was done.',
    );
  }
  const ifMatch = operation.changes === 'an item' ? version.slice(1, -1) : '';
  return { params: params as Readonly<Record<string, string>>, body, idempotencyKey: key, ifMatch };
}

function readBody(operation: ApiOperation, { headers, body }: ApiRequest, wrong: WrongPlace[]): unknown {
  const isEmpty = body.length === 0;
  if (isEmpty && !operation.body) return {};
  if (!isJson(headers['content-type'] ?? '')) {
    throw new ApiProblem('json-required', 'Send the body as application/json. Nothing was done.');
  }
  if (body.length > longestBody) {
    throw new ApiProblem('too-large', `A body has at most ${longestBody} bytes. Nothing was done.`);
  }
  const value = parsed(body);
  if (value === notJson) {
    wrong.push({ at: 'body', problem: 'is not JSON in UTF-8' });
    return undefined;
  }
  const tooFine = findUnstorableNumber(value);
  if (tooFine !== undefined)
    wrong.push({ at: tooFine, problem: 'is nearer to 0 or larger than DynamoDB can keep' });
  return checked('body', operation.body ?? emptyBody, value, wrong);
}

/** DynamoDB keeps numbers from 1E-130 to under 1E+126, so an item with another one would fail as it is written. */
function findUnstorableNumber(body: unknown): string | undefined {
  const pending = [{ value: body, at: 'body' }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, at } = next;
    if (typeof value === 'number') {
      const size = Math.abs(value);
      if (size !== 0 && (size < 1e-130 || size >= 1e126)) return at;
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, part] of Object.entries(value)) pending.push({ value: part, at: `${at}.${name}` });
    }
  }
  return undefined;
}

function isJson(contentType: string): boolean {
  return /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i.test(contentType.trim());
}

const notJson = Symbol('not JSON');

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return notJson;
  }
}

function checked(under: string, schema: z.ZodType, value: unknown, wrong: WrongPlace[]): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  wrong.push(...listWrongPlaces(under, result.error));
  return undefined;
}

interface Found {
  readonly name: OperationName;
  readonly operation: ApiOperation;
  /** Decoded, and not looked at yet. */
  readonly params: Readonly<Record<string, string>>;
}

export class MethodNotAllowed extends ApiProblem {
  readonly allowed: readonly string[];

  constructor(method: string, allowed: readonly string[]) {
    super(
      'method-not-allowed',
      `This address takes ${listed(allowed, 'or')}, not ${method}. Nothing was done.`,
    );
    this.allowed = allowed;
  }
}

export function findOperation(method: string, path: string): Found {
  const segments = path.split('/');
  const here = routes.flatMap(({ name, operation, pattern }) => {
    const params = match(pattern, segments);
    return params ? [{ name, operation, params }] : [];
  });
  const found = here.find(({ operation }) => operation.method === method);
  if (found) return found;
  if (here.length === 0) throw new ApiProblem('not-found', 'This API has no such address.');
  throw new MethodNotAllowed(
    method,
    here.map(({ operation }) => operation.method),
  );
}

const routes = (Object.entries(operations) as [OperationName, ApiOperation][]).map(([name, operation]) => ({
  name,
  operation,
  pattern: operation.path.split('/'),
}));

function match(
  pattern: readonly string[],
  segments: readonly string[],
): Readonly<Record<string, string>> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: [string, string][] = [];
  for (const [place, expected] of pattern.entries()) {
    const segment = segments[place] ?? '';
    const [, name] = /^\{(\w+)\}$/.exec(expected) ?? [];
    if (name === undefined && segment !== expected) return undefined;
    if (name !== undefined) params.push([name, decodeSegment(segment)]);
  }
  return Object.fromEntries(params);
}

/** A segment that cannot be decoded stays as it is, and then fails the check of ids. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

interface WrongPlace {
  /** `body.documents.3.fileName`, `path.batchId`, `header.If-Match`. */
  readonly at: string;
  readonly problem: string;
}

export class MalformedRequest extends ApiProblem {
  readonly errors: readonly WrongPlace[];

  constructor(wrong: readonly WrongPlace[]) {
    const [first] = wrong;
    const more = wrong.length > 1 ? `, and ${wrong.length - 1} more` : '';
    super('malformed-request', `${first?.at ?? 'body'}: ${first?.problem ?? ''}${more}. Nothing was done.`);
    // A body of a thousand documents may be wrong a thousand times over.
    this.errors = wrong.slice(0, 100);
  }
}

function listWrongPlaces(under: string, { issues }: z.ZodError): WrongPlace[] {
  return issues.flatMap((issue): WrongPlace[] => {
    const at = [under, ...issue.path.map(String)];
    if (issue.code !== 'unrecognized_keys') return [{ at: at.join('.'), problem: issue.message }];
    return issue.keys.map((key) => ({
      at: [...at, key].join('.').slice(0, 300),
      problem: 'is not known here',
    }));
  });
}
