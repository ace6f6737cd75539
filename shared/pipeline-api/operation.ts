import type { z } from 'zod';
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
  readonly params?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly answers: { readonly status: 200 | 201 | 202; readonly schema: z.ZodType };
  /** Changes carry an Idempotency-Key; those of one item carry its version, too. */
  readonly changes?: 'something' | 'an item';
  /** Beside those that every call may meet. */
  readonly problems?: readonly ProblemCode[];
}
