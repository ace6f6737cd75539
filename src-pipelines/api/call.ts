import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';
import type { Role } from '#shared/contract/define.ts';
import type { ProblemCode } from '#shared/pipeline-api/problem.ts';
import type { BrokenRule } from '#shared/pipeline-api/rule-calls.ts';
import type { PipelineParts } from '../parts.ts';
import { isRefused, transactInTurn } from '../transact.ts';

/** The caller as named by the token. */
export interface Caller {
  readonly sub: string;
  readonly name: string;
  readonly role: Role;
  readonly tenants: '*' | readonly string[];
}

export interface ApiAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A call that has passed the door: signed in, in a role that may, its path and body as the operation declares them. */
export interface ApiCall<Body = unknown> {
  readonly caller: Caller;
  readonly params: Readonly<Record<string, string>>;
  readonly body: Body;
  /** The version that the caller has seen, without its quotes; '' where the operation asks for none. */
  readonly ifMatch: string;
  readonly idempotencyKey: string;
  readonly requestId: string;
  /** Belongs into the transaction that makes the change: the same key gets the same answer for 24 hours. */
  remembered(answer: ApiAnswer): TransactWriteItem;
}

export type ApiHandler<Body = never> = (call: ApiCall<Body>) => Promise<ApiAnswer>;

/** Thrown by a handler: an expected refusal. */
export class ApiProblem extends Error {
  readonly code: ProblemCode;
  readonly current: Readonly<Record<string, unknown>> | undefined;
  /** The rules that an approval is against. */
  readonly rules: readonly BrokenRule[] | undefined;

  constructor(
    code: ProblemCode,
    detail: string,
    current?: Readonly<Record<string, unknown>>,
    rules?: readonly BrokenRule[],
  ) {
    super(detail);
    this.rules = rules;
    this.name = 'ApiProblem';
    this.code = code;
    this.current = current;
  }
}

/** A resource of another tenant must look the same as one that does not exist. */
export function maySee({ tenants }: Caller, tenantId: string): boolean {
  return tenants === '*' || tenants.includes(tenantId);
}

/** A call as the API's own handlers get it: one of many steps may find that it has begun before. */
export interface OwnCall<Body = unknown> extends ApiCall<Body> {
  /** The note that `begins` wrote, where the same request came before and was not answered. */
  readonly note: string | undefined;
  begins(note: string): TransactWriteItem;
}

export interface OwnHandler<Body = never> {
  run(call: OwnCall<Body>): Promise<ApiAnswer>;
  /** Adds the parts that are not stored with the answer: addresses that expire, documents too large for an item. */
  tellAgain?(call: OwnCall<Body>, kept: ApiAnswer): Promise<ApiAnswer>;
}

/** The same key came in between, from the same caller. What it was told is the answer to this one, too. */
export class KeyTaken extends Error {}

/** The same words for what is not there and for what is another tenant's. */
export function notFound(what: 'batch' | 'cause' | 'document' | 'tenant' | 'workflow'): ApiProblem {
  return new ApiProblem('not-found', `There is no such ${what}, or none that you may see. Nothing was done.`);
}

export function requireTenant(
  caller: Caller,
  tenantId: string,
  what: 'batch' | 'document' | 'tenant' | 'workflow',
): void {
  if (!maySee(caller, tenantId)) throw notFound(what);
}

/** Awkward items from long ago may have no version; theirs is 0. */
export function requireVersion(
  ifMatch: string,
  { version = 0 }: { readonly version?: number },
  current: Readonly<Record<string, unknown>>,
): void {
  if (ifMatch === String(version)) return;
  if (ifMatch === '') {
    const detail = 'Send the version that you have read as If-Match: "…", so that no change is lost.';
    throw new ApiProblem('version-required', `${detail} Nothing was done.`);
  }
  throw new ApiProblem(
    'stale-version',
    `It is at version ${version} now, and your request was made on ${ifMatch}. Nothing was done; look at what it is now.`,
    current,
  );
}

/** A change and what is remembered of it. `lost`: a condition of the change does not hold, and nothing was done. */
export async function commit(
  parts: PipelineParts,
  change: readonly TransactWriteItem[],
  remembered: TransactWriteItem,
): Promise<'done' | 'lost'> {
  const reasons = await transactInTurn(parts, [remembered, ...change], { mostAttempts: 20 });
  if (reasons === 'done') return 'done';
  if (isRefused(reasons[0])) throw new KeyTaken();
  return 'lost';
}
