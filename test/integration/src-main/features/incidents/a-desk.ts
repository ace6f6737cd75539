import { BatchWriteItemCommand, DeleteItemCommand } from '@aws-sdk/client-dynamodb';
import type { z } from 'zod';
import { serveSandbox } from '#local/host/served-sandbox.ts';
import type { ConnectionDoors } from '#main/aws/doors.ts';
import { scopedDoors } from '#main/aws/scope/scoped-doors.ts';
import { incidentsHandlers } from '#main/features/incidents/incidents-handlers.ts';
import type { Attempts } from '#main/jobs/attempts.ts';
import { toItem, type PlainItem } from '#pipelines/plain-items.ts';
import { contract, type Contract, type InputOf } from '#shared/contract/contract.ts';
import type { incidentOperations } from '#shared/contract/incidents.ts';
import type { Result } from '#shared/contract/result.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { sandboxPersonas } from '#shared/sandbox/personas.ts';
import { aGate, trusted } from '#test/builders/a-gate.ts';
import { aSandbox, type SandboxUnderTest } from '#test/builders/a-sandbox.ts';
import { aSession } from '#test/builders/a-session.ts';
import { doorsOver, type SentRequest } from '#test/builders/doors-over.ts';
import { causeItems } from '#test/builders/some-causes.ts';

type Names = keyof typeof incidentOperations;

export function countCalls(sent: readonly SentRequest[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { operation } of sent) counts[operation] = (counts[operation] ?? 0) + 1;
  return counts;
}

/** Opens the operations on incidents over a sandbox with some causes, as one of its personas. */
export async function aDesk(
  as = 'admin',
  world?: SandboxUnderTest,
  attempts?: Attempts,
  api: 'own' | 'older' = 'own',
) {
  const own = world ?? (await aSandbox());
  const { clock, sandbox, dynamodb } = own;
  const open = doorsOver(serveSandbox(sandbox).answer, () => clock.now());
  const persona = sandboxPersonas.find(({ id }) => id === as);
  if (persona === undefined) throw new Error(`There is no persona ${as}`);
  const who = { ...persona, tenants: persona.tenants === '*' ? ('*' as const) : [...persona.tenants] };
  const session = aSession({ who });
  const doors = scopedDoors(open, who);
  const { gate } = aGate({
    role: who.role,
    connection: () => session.connection,
    handlers: incidentsHandlers({
      doors: () => (api === 'own' ? doors : withOlderApi(doors)),
      attempts,
      session: () => session,
      now: () => clock.now(),
    }),
  });
  const ago = (hours: number): string => new Date(clock.now() - hours * 3_600_000).toISOString();
  if (world === undefined) await put(own, someCauses(ago));
  let keys = 0;
  return {
    world: own,
    ago,
    sent: () => open.sent.splice(0),
    async removeState() {
      await dynamodb.send(
        new DeleteItemCommand({ TableName: table, Key: toItem({ PK: 'ATTENTION', SK: 'STATE' }) }),
      );
    },
    async call<N extends Names>(operation: N, input: InputOf<N>) {
      keys += 1;
      const request = { operation, input, idempotencyKey: `of-${as}-${keys}` };
      const result = (await gate.call(trusted, request)) as Result<z.output<Contract[N]['output']>>;
      if (result.ok) contract[operation].output.parse(result.value);
      return result;
    },
  };
}

/** Gives an API that describes itself and does not have the newer calls. */
function withOlderApi(doors: ConnectionDoors): ConnectionDoors {
  const described = { kind: 'answered', value: { paths: {} } } as const;
  return { ...doors, pipeline: { ...doors.pipeline, call: () => Promise.resolve(described) as never } };
}

const { table } = namesByConvention('sandbox').extraction;

function someCauses(ago: (hours: number) => string): readonly PlainItem[] {
  return causeItems(
    [
      {
        fingerprint: 'aaaaaa',
        firstEverAt: ago(2_000),
        failures: [
          { tenantId: 'northwind', at: ago(1), count: 20, batchId: 'batch-new' },
          { tenantId: 'northwind', at: ago(26), count: 2, batchId: 'batch-old' },
          { tenantId: 'alder-finch', at: ago(2), count: 20 },
        ],
      },
      { fingerprint: 'bbbbbb', failures: [{ tenantId: 'kestrel', at: ago(3), count: 3 }] },
      {
        fingerprint: 'cccccc',
        firstEverAt: ago(700),
        workedOnBy: 'admin',
        failures: [{ tenantId: 'northwind', at: ago(20), count: 30 }],
      },
      { fingerprint: 'dddddd', failures: [{ tenantId: 'northwind', at: ago(400), count: 5 }] },
    ],
    { upTo: ago(0) },
  );
}

export async function put({ dynamodb }: SandboxUnderTest, items: readonly PlainItem[]): Promise<void> {
  const requests = items.map((item) => ({ PutRequest: { Item: toItem(item) } }));
  for (let from = 0; from < requests.length; from += 25) {
    await dynamodb.send(
      new BatchWriteItemCommand({ RequestItems: { [table]: requests.slice(from, from + 25) } }),
    );
  }
}
