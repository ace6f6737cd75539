import { catalogue } from '#shared/catalogue/catalogue.ts';
import { contract, type InputOf, type OutputOf } from '#shared/contract/contract.ts';
import type { downloadOperations } from '#shared/contract/downloads/operations.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Persona } from '#shared/contract/session.ts';
import { refusingDoors } from '#main/aws/refusing-doors.ts';
import { scopedDoors } from '#main/aws/scoped-doors.ts';
import { downloadsHandlers } from '#main/features/downloads/downloads-handlers.ts';
import { aGate, trusted } from '#test/builders/a-gate.ts';
import { aReadingWorld } from '#test/builders/a-reading-world.ts';

const { downloads } = catalogue;
const minute = 60_000;

export const day = '2026-11-20';
export const batchId = `batch-${day}-f47ac10b-58cc-4372-a567-0e02b2c3d479`;

export type Names = keyof typeof downloadOperations;

/** The samples on their afternoon, asked through the gate; what is answered is held against the contract. */
export async function aDownloadsDesk(who: Persona | null = null) {
  const world = await aReadingWorld(downloads);
  let now = Date.parse(`${day}T15:00:00.000Z`);
  const reader = world.openReader({ now: () => now });
  const doors = () => scopedDoors({ ...refusingDoors('nothing'), reader }, who);
  const handlers = downloadsHandlers({ doors, now: () => now });
  const { gate, receipts, logged } = aGate({ handlers });
  return {
    world,
    reader,
    receipts,
    logged,
    pass: (minutes: number) => void (now += minutes * minute),
    async call<N extends Names>(operation: N, input: InputOf<N>): Promise<Result<OutputOf<N>>> {
      const answer = (await gate.call(trusted, { operation, input })) as Result<OutputOf<N>>;
      if (answer.ok) contract[operation].output.parse(answer.value);
      return answer;
    },
    sent: () =>
      world.sent
        .splice(0)
        .map(({ operation, input: { IndexName = 'table' } }) => `${operation} ${String(IndexName)}`),
  };
}
