import type { Plan } from '#shared/contract/plans.ts';
import type { PlanTarget } from '#shared/domain/job-kinds/job-kinds.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { canRedrive, canStop, redriveUntil } from '#shared/domain/execution-allowance.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { pickBatch, readBatchesById } from '../../aws/batches-by-id.ts';
import type { DescribedExecution } from '../../aws/executions.ts';
import { batchRow } from '../../rows/batch-rows.ts';
import { costsNothing, estimateOfSome } from './estimate.ts';
import type { DraftParts, PlanDraft } from './plan-draft.ts';

type ExecutionTarget = Extract<PlanTarget, { kind: 'redrive-execution' | 'stop-execution' }>;

type Parts = Pick<DraftParts, 'reader' | 'executions' | 'reads' | 'book' | 'now'>;

/** Plans a single item, an execution to be continued or stopped. */
export async function planExecution(
  target: ExecutionTarget,
  { reader, reads, book, now, executions }: Parts,
): Promise<Result<PlanDraft>> {
  const { kind, batchId, run } = target;
  const found = reads.paid(await readBatchesById(reader, batchId));
  if (!found.ok) return found;
  const picked = pickBatch(found.value);
  if (picked.is === 'none') return noSuchBatch(batchId);
  if (picked.is === 'several') return severalBatches(batchId);
  const batch = batchRow(picked.item);
  const described = reads.paid(await executions.describe({ batchId, run }));
  if (!described.ok) return described;
  const execution = described.value;
  const allowance = kind === 'redrive-execution' ? canRedrive(execution, now) : canStop(execution);
  const standing: Plan['checks'][number] = {
    says: `The execution of run ${run} is ${execution.status}${execution.redriveCount > 0 ? `, redriven ${execution.redriveCount === 1 ? 'once' : `${grouped(execution.redriveCount)} times`} before` : ''}`,
    state: allowance.allowed ? 'good' : 'bad',
  };
  const rules = kind === 'redrive-execution' ? redriveRules(execution, batch, run) : stopRules(batch, run);
  const left = countLeft(batch, run);
  return ok({
    tenantId: batch.tenantId,
    items: [
      {
        id: `${batchId}-r${run}`,
        name: `Run ${run} of ${batchId}`,
        // An execution that was redriven meanwhile is a different thing to redrive or to stop.
        version: execution.redriveCount,
        verdict: allowance.allowed ? 'go' : 'blocked',
        why: allowance.why,
        usd: null,
        needsReason: false,
      },
    ],
    estimate: kind === 'stop-execution' ? costsNothing(book) : estimateOfSome(left, book),
    checks: [standing, ...rules],
    nothingToDo: allowance.why,
  });
}

/** Counts the open documents of the newest run from the batch's counts; for an older run there is no count. */
function countLeft({ run: newest, counts }: Batch, run: number): number | null {
  if (newest !== run) return null;
  const left = (counts.QUEUED ?? 0) + (counts.PROCESSING ?? 0);
  // Documents that failed with their execution are taken up again too, and there is no count of them.
  return left === 0 ? null : left;
}

function redriveRules(execution: DescribedExecution, batch: Batch, run: number): Plan['checks'] {
  const until = redriveUntil(execution);
  return [
    ...laterRun(batch, run),
    {
      says: 'Uses the definition it was started with. Reprocessing starts a new run with the current definition',
      state: 'warning',
    },
    ...(until === null
      ? []
      : [
          {
            says: `AWS allows a redrive until ${until.slice(0, 16).replace('T', ' ')} UTC`,
            state: 'good' as const,
          },
        ]),
  ];
}

function stopRules(batch: Batch, run: number): Plan['checks'] {
  const { PROCESSING, QUEUED } = batch.counts;
  return [
    ...laterRun(batch, run),
    {
      says:
        PROCESSING === null || QUEUED === null
          ? 'Documents being processed become FAILED; queued ones stay QUEUED. The batch does not record how many'
          : `${grouped(PROCESSING)} being processed become FAILED; ${grouped(QUEUED)} queued stay QUEUED`,
      state: 'warning',
    },
    { says: 'A stopped execution can be redriven for 14 days', state: 'good' },
  ];
}

function laterRun({ run: newest }: Batch, run: number): Plan['checks'] {
  if (newest === null || newest <= run) return [];
  return [
    {
      says: `Run ${newest} is newer. Documents it has taken over stay as they are`,
      state: 'warning',
    },
  ];
}

/** An execution's name and input give only the batch id, so it is unknown whose run it is. */
function severalBatches(batchId: string): Result<never> {
  const problem = 'is the id of more than one batch';
  const message = `"${batchId}" ${problem}, and the execution does not say which one it belongs to. Nothing was planned. Compare the executions in Step Functions.`;
  return refused({ code: 'invalid-input', message, issues: [{ path: 'batchId', problem }] });
}

function noSuchBatch(batchId: string): Result<never> {
  const message = `Batch ${batchId} not found on this connection. Nothing was planned. Check the id.`;
  return refused({ code: 'not-found', message, what: 'batch' });
}
