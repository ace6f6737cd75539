import { createHash } from 'node:crypto';
import type { Collection } from '../../../journal/store.ts';
import type { World } from '../../../world/world.ts';
import { AwsError } from '../../protocol/aws-error.ts';

/** A transaction that went through, as its repetition needs it. */
export interface DoneTransaction {
  readonly fingerprint: string;
  readonly expires: number;
  /** What reading its items again costs: table as the caller named it, and units. */
  readonly reads: readonly (readonly [table: string, units: number])[];
}

const validFor = 10 * 60 * 1000;

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-apis-txwriteitems-idempotency */
export class RequestTokens {
  readonly #world: World;
  readonly #done: Collection<DoneTransaction>;

  constructor(world: World) {
    this.#world = world;
    this.#done = world.store.collection('dynamodb/tokens');
  }

  /** The transaction that this token already stands for. */
  earlier(token: string, request: unknown): DoneTransaction | undefined {
    this.#forgetOld();
    const done = this.#done.get(token);
    if (!done || done.fingerprint === fingerprintOf(request)) return done;
    throw new AwsError(
      'IdempotentParameterMismatchException',
      'The ClientRequestToken was used in the last ten minutes with other TransactItems.',
    );
  }

  remember(token: string, request: unknown, reads: DoneTransaction['reads']): void {
    const expires = this.#world.clock.now() + validFor;
    this.#done.set(token, { fingerprint: fingerprintOf(request), expires, reads });
  }

  /** Tokens come in the order of their time, so that the first one still valid ends the search. */
  #forgetOld(): void {
    const now = this.#world.clock.now();
    for (const [token, { expires }] of this.#done.entries()) {
      if (expires > now) return;
      this.#done.delete(token);
    }
  }
}

function fingerprintOf(request: unknown): string {
  return createHash('sha256').update(canonical(request)).digest('base64');
}

/** JSON without regard to the order of members. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    const members = Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1));
    return [null, members];
  });
}
