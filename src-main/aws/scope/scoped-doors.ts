import { refused, type Failure, type Receipt, type Result } from '#shared/contract/result.ts';
import type { Persona } from '#shared/contract/session.ts';
import { addReceipts, isOfOthersToo, readBatchesById, tenantOfBatch } from '../batches-by-id.ts';
import type { DocumentFiles } from '../document-files.ts';
import { refusingDoors, type ConnectionDoors } from '../doors.ts';
import type { CatalogueReader } from '../dynamodb/reading.ts';
import type { ExecutionChange, Executions, RunName } from '../executions.ts';
import { tableNames } from '../table-names.ts';
import type { Scope } from './held-item.ts';
import { figuresOfAll, ofAllTenants, outOfScope, tablesOfAll } from './out-of-scope.ts';
import { scopedReader, whoseTables, withoutKeysOfAll, type NamesHere } from './scoped-reader.ts';

/**
 * Limits every read to the tenants that this person may see. Without a known person, or with access to all tenants,
 * the permissions in AWS are the limit. The pipeline API makes its own checks.
 */
export function scopedDoors(
  doors: ConnectionDoors,
  who: Persona | null,
  namesHere: NamesHere = byConvention,
): ConnectionDoors {
  if (who === null || who.tenants === '*') return doors;
  const scope = { personId: who.id, tenants: new Set(who.tenants) };
  const owners = createBatchOwners(doors);
  const tables = whoseTables(namesHere);
  const unscoped = withoutKeysOfAll(doors.reader, scope.tenants, tables);
  const reader = scopedReader(unscoped, scope, { owners, tables });
  return {
    reader,
    executions: scopedExecutions(doors.executions, scope, { unscoped, owners }),
    pipeline: doors.pipeline,
    files: scopedFiles(doors.files, scope),
    queues: refusingDoors(ofAllTenants([...scope.tenants])).queues,
    alarms: refusingDoors(figuresOfAll([...scope.tenants])).alarms,
    bill: refusingDoors(figuresOfAll([...scope.tenants])).bill,
    tables: refusingDoors(tablesOfAll([...scope.tenants])).tables,
    async isOfOthersToo(batch) {
      const answer = await isOfOthersToo({ reader: unscoped }, batch);
      // The receipt must not reveal how much was read.
      return answer.receipt === undefined
        ? answer
        : { ...answer, receipt: { ...answer.receipt, items: 0, bytes: 0 } };
    },
  };
}

/** Names the tables of a connection that names none itself, as the sandbox, whose names follow the convention. */
const byConvention: NamesHere = (system) => tableNames(system, 'sandbox');

/** Scoped doors are created for every call, but the facts about a connection's batches are kept. */
const ownersByDoors = new WeakMap<ConnectionDoors, BatchOwners>();

function createBatchOwners(doors: ConnectionDoors): BatchOwners {
  const owners = ownersByDoors.get(doors) ?? batchOwners(Date.now);
  ownersByDoors.set(doors, owners);
  return owners;
}

type Allowed =
  | { readonly ok: true; readonly receipt: Receipt | undefined }
  | { readonly ok: false; readonly failure: Failure; readonly receipt?: Receipt };

/**
 * An execution belongs to the tenant of the batch in its name, which is looked up before Step Functions is called.
 * If another tenant has a batch with the same id, the owner of the execution is unknown and it is refused.
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
    const message = `There is no run ${run} of "${batchId}" that you may see. Step Functions was not asked.`;
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
    event: (name, asked) => ask(name, () => executions.event(name, asked)),
    mapRun: (name) => ask(name, () => executions.mapRun(name)),
    children: (name, options) => ask(name, () => executions.children(name, options)),
    childOfDocument: (name, document) => ask(name, () => executions.childOfDocument(name, document)),
    documentIds: (name) => ask(name, () => executions.documentIds(name)),
    redrive: (name, token) => change(name, () => executions.redrive(name, token)),
    stop: (name, why) => change(name, () => executions.stop(name, why)),
  };
}

/** Adds the cost of the access check to the receipt of the answer. */
function both(batch: Receipt, answer: Receipt | undefined): Receipt {
  return answer === undefined ? batch : { ...addReceipts(answer, batch), items: answer.items };
}

/** A file belongs to the tenant whose folder it is in; a file elsewhere belongs to no tenant. */
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

/** Customers upload to `documents/{tenant}/…`, and the readers write to `results/{tenant}/…`. */
function tenantOfFile(objectKey: string): string | undefined {
  const [kind, tenant, ...more] = objectKey.split('/');
  const isKnown = (kind === 'documents' || kind === 'results') && more.length > 0;
  // S3 takes dots literally, but a proxy in between may resolve them.
  return isKnown && !more.some((part) => part === '..' || part === '.') ? tenant : undefined;
}

/** Remembers which tenants have a batch of an id, as GSI3 returned recently; an execution names only that id. */
export interface BatchOwners {
  learn(batchId: string, tenants: readonly string[]): void;
  of(batchId: string): readonly string[] | undefined;
}

/** Another tenant may start a batch with the same id, and a sandbox that is reset has other batches. */
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
