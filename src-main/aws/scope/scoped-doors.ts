import { refused, type Failure, type Receipt, type Result } from '#shared/contract/result.ts';
import type { Persona } from '#shared/contract/session.ts';
import { addReceipts, isOfOthersToo, readBatchesById, tenantOfBatch } from '../batches-by-id.ts';
import type { DocumentFiles } from '../document-files.ts';
import { refusingDoors, type ConnectionDoors } from '../doors.ts';
import type { CatalogueReader } from '../dynamodb/reading.ts';
import type { ExecutionChange, Executions, RunName } from '../executions.ts';
import { tableNames } from '../table-names.ts';
import type { Scope } from './held-item.ts';
import { figuresOfAll, ofAllTenants, outOfScope } from './out-of-scope.ts';
import { scopedReader, whoseTables, type NamesHere } from './scoped-reader.ts';

/**
 * Holds every read to the tenants that this person may see. Who is known to nobody, or sees all of them, is held by
 * what AWS allows. The pipeline API checks by itself.
 */
export function scopedDoors(
  doors: ConnectionDoors,
  who: Persona | null,
  namesHere: NamesHere = byConvention,
): ConnectionDoors {
  if (who === null || who.tenants === '*') return doors;
  const scope = { personId: who.id, tenants: new Set(who.tenants) };
  const owners = ownersOf(doors);
  const reader = scopedReader(doors.reader, scope, { owners, tables: whoseTables(namesHere) });
  return {
    reader,
    executions: scopedExecutions(doors.executions, scope, { unscoped: doors.reader, owners }),
    pipeline: doors.pipeline,
    files: scopedFiles(doors.files, scope),
    queues: refusingDoors(ofAllTenants([...scope.tenants])).queues,
    alarms: refusingDoors(figuresOfAll([...scope.tenants])).alarms,
    async isOfOthersToo(batch) {
      const answer = await isOfOthersToo(doors, batch);
      // What was read is not shown, nor how much of it there was.
      return answer.receipt === undefined
        ? answer
        : { ...answer, receipt: { ...answer.receipt, items: 0, bytes: 0 } };
    },
  };
}

/** Of a connection that names no table itself: the sandbox, whose names are the convention's. */
const byConvention: NamesHere = (system) => tableNames(system, 'sandbox');

/** Doors are held anew for every call; what is known of a connection's batches stays. */
const ownersByDoors = new WeakMap<ConnectionDoors, BatchOwners>();

function ownersOf(doors: ConnectionDoors): BatchOwners {
  const owners = ownersByDoors.get(doors) ?? batchOwners(Date.now);
  ownersByDoors.set(doors, owners);
  return owners;
}

type Allowed =
  | { readonly ok: true; readonly receipt: Receipt | undefined }
  | { readonly ok: false; readonly failure: Failure; readonly receipt?: Receipt };

/**
 * An execution belongs to the tenant whose batch it is named after, which is found out before Step Functions is asked.
 * Where another tenant has a batch of the same id, whose execution it is cannot be known, and it is refused.
 */
function scopedExecutions(
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

/** A file is of the tenant in whose folder it lies; what lies elsewhere is nobody's. */
function scopedFiles(files: DocumentFiles, { tenants }: Scope): DocumentFiles {
  return {
    async read(objectKey, ...more) {
      const tenant = tenantOfFile(objectKey);
      if (tenant === undefined || !tenants.has(tenant)) {
        return outOfScope(tenant ?? 'unknown', 'No file was read.');
      }
      return files.read(objectKey, ...more);
    },
  };
}

/** `documents/{tenant}/…` as customers upload them, `results/{tenant}/…` as the readers write them. */
function tenantOfFile(objectKey: string): string | undefined {
  const [kind, tenant, ...more] = objectKey.split('/');
  const isKnown = (kind === 'documents' || kind === 'results') && more.length > 0;
  // S3 takes dots as they are; whoever stands in between may not.
  return isKnown && !more.some((part) => part === '..' || part === '.') ? tenant : undefined;
}

/** The tenants that have a batch of an id, as GSI3 said a moment ago: an execution says no more than that id. */
export interface BatchOwners {
  learn(batchId: string, tenants: readonly string[]): void;
  of(batchId: string): readonly string[] | undefined;
}

/** Another tenant may begin a batch of the same id, and a sandbox that is reset has other batches. */
const longest = 5 * 60_000;
const mostKept = 2_000;

function batchOwners(now: () => number): BatchOwners {
  const known = new Map<string, { readonly tenants: readonly string[]; readonly until: number }>();
  return {
    learn(batchId, tenants) {
      known.delete(batchId);
      if (tenants.length > 0) known.set(batchId, { tenants, until: now() + longest });
      for (const oldest of known.keys()) {
        if (known.size <= mostKept) break;
        known.delete(oldest);
      }
    },
    of(batchId) {
      const found = known.get(batchId);
      return found !== undefined && found.until > now() ? found.tenants : undefined;
    },
  };
}
