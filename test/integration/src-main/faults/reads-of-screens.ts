import { daysUpTo, formatUtcDay } from '#shared/domain/download-days.ts';
import type { InputOf, OperationName, QueryName } from '#shared/contract/contract.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import type { TroubledConsole } from './a-troubled-console.ts';

type Asked = { [N in QueryName | 'monitor.look']: readonly [N, InputOf<N>] }[QueryName | 'monitor.look'];

export interface ReadOfScreen {
  readonly screen: string;
  readonly asked: Asked;
  /** This read is made this many times for each read that needs many calls. */
  readonly times: number;
}

/**
 * Returns the reads of the console's screens. Their inputs come from a world that is first read without
 * trouble.
 */
export async function readsOfScreens({ ask, world }: TroubledConsole): Promise<readonly ReadOfScreen[]> {
  const valuesOf = async <N extends OperationName>(operation: N, input: InputOf<N>) =>
    valueOf((await ask(operation, input)).answer);
  const { rows: tenants } = await valuesOf('tenants.list', {});
  const reads: ReadOfScreen[] = [];
  const add = (screen: string, times: number, ...asked: readonly Asked[]): void =>
    void reads.push(...asked.map((one) => ({ screen, asked: one, times })));

  for (const { tenantId } of tenants) {
    const lists: Batch[] = [];
    for (const status of ['FAILED', 'REVIEW_REQUIRED', 'SUCCEEDED'] as const) {
      const page = await valuesOf('batches.byStatus', { tenantId, status, pageSize: 20 });
      lists.push(...page.rows.slice(0, 3));
      add('Triage: batches', 20, ['batches.byStatus', { tenantId, status, pageSize: 20 }]);
    }
    add('Triage: tenant', 10, ['projects.ofTenant', { tenantId }], ['users.ofTenant', { tenantId }]);
    add('Today', 2, ['today.batches', { tenantId }], ['today.review', { tenantId }]);
    for (const { batchId, projectId, workflowId, run } of lists) {
      const { rows } = await valuesOf('documents.ofBatch', { tenantId, batchId, pageSize: 5 });
      const key = { tenantId, batchId };
      add(
        'Triage: batch',
        12,
        ['batches.byId', { batchId }],
        ['lookup.find', { asks: [{ kind: 'batch', id: batchId }] }],
        ['documents.ofBatch', { ...key, pageSize: 50 }],
        ['documents.byStatus', { ...key, status: 'FAILED' }],
        ['batches.deliveries', key],
      );
      if (projectId !== null) {
        add('Triage: batch', 8, ['batches.read', { ...key, projectId }]);
        if (workflowId !== null) {
          const workflow = { tenantId, projectId, workflowId };
          add('Workflows', 4, ['workflows.read', workflow], ['workflows.history', workflow]);
          add('Workflows: sample', 1, ['workflows.sample', { ...workflow, most: 50 }]);
        }
      }
      if (run !== null && run > 0) {
        const execution = { batchId, run };
        add(
          'Triage: execution',
          8,
          ['executions.read', execution],
          ['executions.history', { ...execution, pageSize: 20 }],
        );
      }
      for (const { documentId } of rows.slice(0, 2)) {
        add(
          'Triage: document',
          5,
          ['documents.read', { ...key, documentId }],
          ['documents.passport', { tenantId, documentId }],
        );
        if (projectId !== null) {
          add('Review: page', 1, ['review.file', { tenantId, projectId, batchId, documentId }]);
        }
      }
    }
    add('Review: queue', 5, ['review.queue', { tenantId, dueHours: 24, pageSize: 5 }]);
  }
  add('Dead letters', 40, ['dead-letters.queues', {}]);
  add('Monitor', 40, ['monitor.look', {}]);
  add('Monitor', 40, ['monitor.objectives', { tenantId: null }]);
  for (const date of daysUpTo(formatUtcDay(world.clock.now()), 5)) {
    add('Downloads', 20, ['downloads.day', { date }]);
    const { batches } = await valuesOf('downloads.day', { date });
    for (const { batchId } of batches.slice(0, 2)) {
      add(
        'Downloads',
        10,
        ['downloads.batch', { batchId }],
        ['downloads.filesOfBatch', { batchId, pageSize: 20 }],
        ['downloads.openFiles', { batchId }],
      );
      const asked = { system: 'downloads', pattern: 'filesOfBatch', params: [{ batchId }], pageSize: 20 };
      add('Explorer', 20, ['explorer.ask', asked]);
    }
  }
  add('Downloads', 40, ['downloads.standing', { kind: 'stuck', minutes: 30 }]);
  return reads;
}
