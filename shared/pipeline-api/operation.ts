import { z } from 'zod';
import type { Role } from '../contract/define.ts';
import type { ProblemCode } from './problem.ts';

/** One call of the pipelines' own API. */
export interface ApiOperation {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Under the base; `{name}` is a parameter. */
  readonly path: string;
  readonly summary: string;
  /** `nobody`: it needs no sign-in. */
  readonly who: 'nobody' | 'everyone' | readonly Role[];
  /** Of what belongs to no tenant: for those alone who see all of them (decision 015). */
  readonly ofNoTenant?: true;
  readonly params?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly answers: { readonly status: 200 | 201 | 202; readonly schema: z.ZodType };
  /** Changes carry an Idempotency-Key; those of one item carry its version, too. */
  readonly changes?: 'something' | 'an item';
  /** Beside those that every call may meet. */
  readonly problems?: readonly ProblemCode[];
}

/** A change that takes no body may still be sent with an empty one, as many clients do. */
export const emptyBody = z.strictObject({});

/** Largest body that is read, in bytes. */
export const longestBody = 1_048_576;

export const idempotencyKeySchema = z.string().regex(/^[\u0021-\u007e]{1,255}$/);
/** One strong entity tag: the version in quotes. */
export const ifMatchSchema = z.string().regex(/^"[\u0021\u0023-\u007e]{1,64}"$/);
