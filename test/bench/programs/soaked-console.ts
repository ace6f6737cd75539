import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openConsole } from '#main/compose/open-console.ts';
import { embeddedAws } from '#main/start/embedded-aws.ts';
import type { InputOf, OperationName, OutputOf } from '#shared/contract/contract.ts';
import type { Result } from '#shared/contract/result.ts';

export type Refresh = () => Promise<unknown>;

/**
 * Opens a whole console as the hosts do, over pocket AWS in a separate thread, with the lists that its pages
 * refresh.
 */
export async function soakedConsole(workerFile: URL) {
  const home = mkdtempSync(join(tmpdir(), 'sluice-soak-'));
  const opened = await openConsole({
    host: 'browser',
    home,
    connection: undefined,
    version: '0',
    openSandbox: embeddedAws({ home, workerFile, seed: 1, say() {} }),
  });
  let keys = 0;
  async function ask<N extends OperationName>(operation: N, input: InputOf<N>): Promise<OutputOf<N>> {
    const request = { operation, input, idempotencyKey: `key-of-the-soak-${(keys += 1)}` };
    const answer = await opened.gate.call({ trusted: true, host: 'browser', id: 'soak' }, request);
    if (!answer.ok) throw new Error(`${operation}: ${JSON.stringify(answer.failure)}`);
    return (answer as Result<OutputOf<N>> & { readonly ok: true }).value;
  }
  await ask('session.actAs', { personaId: 'admin' });
  await ask('sandbox.setTraffic', { paused: true });
  return {
    lists: await readLists(ask),
    close: async (): Promise<void> => {
      await opened.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

type Ask = <N extends OperationName>(operation: N, input: InputOf<N>) => Promise<OutputOf<N>>;

/**
 * Returns the lists in turn: batches of each tenant, documents of a batch, review, dead letters, the
 * Explorer, downloads and Today.
 */
async function readLists(ask: Ask): Promise<readonly Refresh[]> {
  const { rows: tenants } = await ask('tenants.list', {});
  const { batches: days } = await ask('downloads.day', { date: new Date().toISOString().slice(0, 10) });
  const lists: Refresh[] = [];
  for (const { tenantId } of tenants) {
    const { rows } = await ask('batches.byStatus', { tenantId, status: 'FAILED' });
    const [batch] = rows;
    lists.push(
      () => ask('batches.byStatus', { tenantId, status: 'FAILED', pageSize: 50 }),
      () => ask('batches.byStatus', { tenantId, status: 'SUCCEEDED', pageSize: 50 }),
      () => ask('review.queue', { tenantId, dueHours: 24, pageSize: 25 }),
      () => ask('dead-letters.queues', {}),
      () => ask('today.batches', { tenantId }),
    );
    if (batch === undefined) continue;
    const { batchId } = batch;
    const pattern = { system: 'extraction', pattern: 'batchById', params: [{ batchId }] };
    lists.push(
      () => ask('documents.ofBatch', { tenantId, batchId, pageSize: 50 }),
      () => ask('documents.byStatus', { tenantId, batchId, status: 'FAILED', pageSize: 50 }),
      () => ask('explorer.ask', pattern),
      () => ask('lookup.find', { asks: [{ kind: 'batch', id: batchId }] }),
    );
  }
  for (const { batchId } of days.slice(0, 2)) {
    lists.push(() => ask('downloads.filesOfBatch', { batchId, pageSize: 50 }));
  }
  return lists;
}
