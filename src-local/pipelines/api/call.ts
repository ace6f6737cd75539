import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';
import type { Role } from '#shared/contract/define.ts';
import type { ProblemCode } from '#shared/pipeline-api/problem.ts';

/** Who calls, as the token says. */
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

  constructor(code: ProblemCode, detail: string, current?: Readonly<Record<string, unknown>>) {
    super(detail);
    this.name = 'ApiProblem';
    this.code = code;
    this.current = current;
  }
}

/** To somebody of another tenant, what is there and what is not look the same. */
export function maySee({ tenants }: Caller, tenantId: string): boolean {
  return tenants === '*' || tenants.includes(tenantId);
}
