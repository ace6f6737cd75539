import type { Receipt } from '#shared/contract/receipt.ts';
import { refused, type Failure, type Result } from '#shared/contract/result.ts';
import type { Executions, ExecutionChange, RunName } from '../executions.ts';
import type { CatalogueReader } from '../reading.ts';
import type { BatchOwners } from './batch-owners.ts';
import type { Scope } from './held-item.ts';

type Allowed =
  | { readonly ok: true; readonly receipt: Receipt | undefined }
  | { readonly ok: false; readonly failure: Failure; readonly receipt?: Receipt };

/** An execution is of the tenant whose batch it is named after; that is found out before Step Functions is asked. */
export function scopedExecutions(
  executions: Executions,
  scope: Scope,
  { reader, owners }: { readonly reader: CatalogueReader; readonly owners: BatchOwners },
): Executions {
  /** `reader` is held to the scope itself, so a batch that it finds may be seen. */
  async function allowed({ batchId, run }: RunName): Promise<Allowed> {
    const owner = owners.of(batchId);
    if (owner !== undefined && scope.tenants.has(owner)) return { ok: true, receipt: undefined };
    const read = await reader.run('extraction.batchById', { batchId });
    if (!read.ok) return read;
    const { items, receipt } = read.value;
    if (items.length > 0) return { ok: true, receipt };
    const message = `There is no run ${run} of "${batchId}", or it is of a tenant whose data you may not see. Nothing was asked of Step Functions.`;
    return { ...refused({ code: 'not-found', message, what: `${batchId}-r${run}` }), receipt };
  }

  async function ask<T>(name: RunName, question: () => Promise<Result<T>>): Promise<Result<T>> {
    const may = await allowed(name);
    if (!may.ok) return may;
    const answer = await question();
    return may.receipt === undefined ? answer : { ...answer, receipt: both(may.receipt, answer.receipt) };
  }

  async function change(name: RunName, make: () => Promise<ExecutionChange>): Promise<ExecutionChange> {
    const may = await allowed(name);
    return may.ok ? make() : { kind: 'refused', name: may.failure.code, why: may.failure.message };
  }

  return {
    runOf: (arn) => executions.runOf(arn),
    describe: (name) => ask(name, () => executions.describe(name)),
    history: (name, options) => ask(name, () => executions.history(name, options)),
    documentIds: (name) => ask(name, () => executions.documentIds(name)),
    redrive: (name, token) => change(name, () => executions.redrive(name, token)),
    stop: (name, why) => change(name, () => executions.stop(name, why)),
  };
}

/** What was asked for, with what it took to know that it may be. */
function both(batch: Receipt, answer: Receipt | undefined): Receipt {
  if (answer === undefined) return batch;
  return {
    ...answer,
    pages: answer.pages + batch.pages,
    rru: answer.rru + batch.rru,
    bytes: answer.bytes + batch.bytes,
    ms: answer.ms + batch.ms,
  };
}
