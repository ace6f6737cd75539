import { refused, type Failure, type Receipt, type Result } from '#shared/contract/result.ts';
import type { Executions, ExecutionChange, RunName } from '../executions.ts';
import { addReceipts, readBatchesById, tenantOfBatch } from '../batches-by-id.ts';
import type { CatalogueReader } from '../reading.ts';
import type { BatchOwners } from './batch-owners.ts';
import type { Scope } from './held-item.ts';

type Allowed =
  | { readonly ok: true; readonly receipt: Receipt | undefined }
  | { readonly ok: false; readonly failure: Failure; readonly receipt?: Receipt };

/**
 * An execution belongs to the tenant whose batch it is named after, which is found out before Step Functions is asked.
 * Where another tenant has a batch of the same id, whose execution it is cannot be known, and it is refused.
 */
export function scopedExecutions(
  executions: Executions,
  scope: Scope,
  { unscoped, owners }: { readonly unscoped: CatalogueReader; readonly owners: BatchOwners },
): Executions {
  async function allowed({ batchId, run }: RunName): Promise<Allowed> {
    const known = owners.of(batchId);
    if (known?.every((tenant) => scope.tenants.has(tenant)) === true) return { ok: true, receipt: undefined };
    const read = await readBatchesById(unscoped, batchId);
    if (!read.ok) return read;
    const { items, more } = read.value;
    const tenants = items.map((item) => tenantOfBatch(item) ?? '');
    if (!more) owners.learn(batchId, tenants);
    const isTheirs = !more && items.length > 0 && tenants.every((tenant) => scope.tenants.has(tenant));
    if (isTheirs) return { ok: true, receipt: read.receipt };
    const message = `There is no run ${run} of "${batchId}", or it is of a tenant whose data you may not see. Nothing was asked of Step Functions.`;
    const failed = refused({ code: 'not-found', message, what: `${batchId}-r${run}` });
    return { ...failed, ...(read.receipt && { receipt: { ...read.receipt, items: 0, bytes: 0 } }) };
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

/** The receipt of the answer, with what it took to know that it may be given. */
function both(batch: Receipt, answer: Receipt | undefined): Receipt {
  return answer === undefined ? batch : { ...addReceipts(answer, batch), items: answer.items };
}
