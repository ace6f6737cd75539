import type { World } from '../../../world/world.ts';
import { AwsError } from '../../protocol/aws-error.ts';
import type { Call } from '../../protocol/operation.ts';
import { countThrottledRequest, countThrottleEvent } from '../throttled.ts';

/**
 * Entries of a batch that a fault rule keeps from being processed. Those that are left over are answered; where
 * nothing else is left, the batch itself has failed.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html
 */
export class ThrottledEntries {
  readonly #world: World;
  readonly #operation: string;
  readonly #call: Call;
  readonly #tables: string[] = [];
  #asked = 0;

  constructor(world: World, operation: string, call: Call) {
    this.#world = world;
    this.#operation = operation;
    this.#call = call;
  }

  /** Ask once an entry. */
  strike(table: string): boolean {
    this.#asked += 1;
    if (!this.#call.entryFails()) return false;
    this.#tables.push(table);
    return true;
  }

  /** To be called when all entries were asked for. */
  finish(): void {
    for (const table of this.#tables) countThrottleEvent(this.#world, this.#operation, { table });
    if (this.#tables.length < this.#asked) return;
    for (const table of new Set(this.#tables)) countThrottledRequest(this.#world, this.#operation, table);
    throw new AwsError(
      'ProvisionedThroughputExceededException',
      'The level of configured provisioned throughput for the table was exceeded. ' +
        'Consider increasing your provisioning level with the UpdateTable API.',
    );
  }
}
