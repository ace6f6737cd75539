import { ListExecutionsCommand } from '@aws-sdk/client-sfn';
import { expect, it } from 'vitest';
import { findBatch } from '#pipelines/extraction/read-items.ts';
import { buildStateMachineArn, parseExecutionName } from '#pipelines/extraction/state-machine.ts';
import { anApi, type Api } from '#test/builders/an-api.ts';
import { clientsAround } from '#test/builders/clients-around.ts';
import { plantBatch, type PlantedBatch } from '#test/builders/extraction-items.ts';

/** One request has the first documents, another one those after them. Each takes two transactions. */
const [many, others] = [40, 33];

// The other request is served while the first one is between two of its transactions.
it.each([
  { to: 3, run: null, outcomes: { 'already in work': 3 } },
  { to: many + others, run: 3, outcomes: { 'already in work': 32, started: 41 } },
])(
  'a request for $to documents that has read the batch earlier does not start the run that is still being filled',
  async ({ to, run, outcomes }) => {
    const { api, planted } = await aBatchAtRest();
    const [hasRead, isFilling, isServed] = [aSignal(), aSignal(), aSignal()];
    const other = ask(api, planted, {
      from: 0,
      to,
      at: 'QueryCommand',
      async wait() {
        hasRead.give();
        await isFilling.given;
      },
    });
    await hasRead.given;
    const first = ask(api, planted, {
      from: 0,
      to: many,
      at: 'TransactWriteItemsCommand',
      async wait() {
        isFilling.give();
        await isServed.given;
      },
    });
    expect(await other).toEqual({ run, outcomes });
    expect(await listRuns(api)).toEqual(run === null ? [] : [run]);
    isServed.give();
    expect(await first).toMatchObject({ run: 2 });
    await expectProcessed(api, planted, Math.max(to, many));
  },
);

it('a request does not start a later run that is still being filled', async () => {
  const { api, planted } = await aBatchAtRest();
  const [hasBegun, isFilling, isServed] = [aSignal(), aSignal(), aSignal()];
  const other = ask(api, planted, {
    from: many,
    to: many + others,
    at: 'TransactWriteItemsCommand',
    async wait() {
      hasBegun.give();
      await isFilling.given;
    },
  });
  await hasBegun.given;
  const first = ask(api, planted, {
    from: 0,
    to: many,
    at: 'TransactWriteItemsCommand',
    async wait() {
      isFilling.give();
      await isServed.given;
    },
  });
  expect(await other).toEqual({ run: 2, outcomes: { started: others } });
  expect(await listRuns(api)).toEqual([2]);
  isServed.give();
  expect(await first).toEqual({ run: 3, outcomes: { started: many } });
  await expectProcessed(api, planted, many + others);
});

async function aBatchAtRest(): Promise<{ api: Api; planted: PlantedBatch }> {
  const api = await anApi();
  const planted = await plantBatch(
    api,
    Array.from({ length: many + others }, (_, index) => ({
      documentId: `doc-${index}`,
      status: 'FAILED' as const,
      error: { stage: 'textract' as const, code: 'ThrottlingException', message: 'Too many requests' },
    })),
  );
  await api.advance(3_600);
  return { api, planted };
}

interface Asking {
  readonly from: number;
  readonly to: number;
  /** The request waits after its first call of this name has been answered. */
  readonly at: string;
  readonly wait: () => Promise<void>;
}

async function ask(api: Api, { batch, documents }: PlantedBatch, { from, to, at, wait }: Asking) {
  let hasWaited = false;
  const clients = clientsAround(api.parts.clients, async (command, go) => {
    const answer = await go();
    if (command === at && !hasWaited) {
      hasWaited = true;
      await wait();
    }
    return answer;
  });
  const { body } = await api.callOn({ parts: { clients } }, 'reprocessDocuments', {
    params: { batchId: batch.batchId },
    body: { documentIds: documents.slice(from, to).map(({ documentId }) => documentId) },
  });
  const outcomes: Record<string, number> = {};
  for (const { outcome } of body.documents as readonly { outcome: string }[]) {
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  return { run: body.run as number | null, outcomes };
}

function aSignal(): { readonly given: Promise<void>; give(): void } {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
}

/** Lists the runs of the batch that have an execution. */
async function listRuns({ parts }: Api): Promise<number[]> {
  const { executions = [] } = await parts.clients.sfn.send(
    new ListExecutionsCommand({ stateMachineArn: buildStateMachineArn(parts) }),
  );
  return executions
    .map(({ name = '' }) => parseExecutionName(name)?.run ?? 0)
    .toSorted((one, another) => one - another);
}

async function expectProcessed(api: Api, { batch }: PlantedBatch, count: number): Promise<void> {
  await api.advance(3_600);
  const now = await findBatch(api.parts, batch.batchId);
  expect(now?.counts).toMatchObject({ PROCESSING: 0, QUEUED: 0, SUCCEEDED: count });
}
