import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';
import type { ApiAnswer, ApiCall } from '../call.ts';

/** A call as the API's own handlers get it: one of many steps may find that it has begun before. */
export interface OwnCall<Body = unknown> extends ApiCall<Body> {
  /** What `begins` has written down, where the same request came before and was not answered. */
  readonly note: string | undefined;
  begins(note: string): TransactWriteItem;
}

export interface OwnHandler<Body = never> {
  run(call: OwnCall<Body>): Promise<ApiAnswer>;
  /** For what is not kept with the answer: addresses that run out, documents too large for an item. */
  tellAgain?(call: OwnCall<Body>, kept: ApiAnswer): Promise<ApiAnswer>;
}

/** The same key came in between, from the same caller. What it was told is the answer to this one, too. */
export class KeyTaken extends Error {}
