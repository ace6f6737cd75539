import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { serveSandbox } from '#local/host/served-sandbox.ts';
import { downloadsHandlers } from '#main/features/downloads/downloads-handlers.ts';
import { contract, type InputOf, type OperationName, type OutputOf } from '#shared/contract/contract.ts';
import type { Result } from '#shared/contract/result.ts';
import { daysUpTo, utcDayOf } from '#shared/domain/downloads/days.ts';
import { namesByConvention } from '#shared/domain/naming-convention.ts';
import { aGate, trusted } from '#test/builders/a-gate.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aSandbox } from '#test/builders/a-sandbox.ts';
import { doorsOver } from '#test/builders/doors-over.ts';

type Names = Extract<OperationName, `downloads.${string}`>;

const { jobsTable } = namesByConvention('sandbox').downloads;

/** The told world, asked as a page asks; what is answered is held against the contract. */
export async function aToldDesk() {
  const world = await aSandbox();
  const now = () => world.clock.now();
  const doors = doorsOver(serveSandbox(world.sandbox).answer, now);
  const handlers = downloadsHandlers({ doors: () => doors, now });
  const { gate } = aGate({ handlers });
  const answered: string[] = [];
  return {
    world,
    doors,
    answered,
    days: daysUpTo(utcDayOf(now()), 31),
    async call<N extends Names>(operation: N, input: InputOf<N>): Promise<OutputOf<N>> {
      const answer = (await gate.call(trusted, { operation, input })) as Result<OutputOf<N>>;
      answered.push(JSON.stringify(answer));
      return contract[operation].output.parse(valueOf(answer)) as OutputOf<N>;
    },
    async raw(fileId: string) {
      const { Item } = await world.dynamodb.send(
        new GetItemCommand({ TableName: jobsTable, Key: { FileID: { S: fileId } } }),
      );
      return Item;
    },
  };
}
