import { catalogue } from '#shared/catalogue/catalogue.ts';
import { findDeclared, type PatternDeclaration } from '#shared/catalogue/declaration.ts';
import { plainTemplate } from '#shared/catalogue/keys/key-template.ts';
import { findAnswer } from '#shared/catalogue/questions/find-answer.ts';
import type { AnsweredLookup, Ask, Lookup, lookupOperations, NameKey } from '#shared/contract/lookup.ts';
import { ok, type Failure, type Receipt, type Result } from '#shared/contract/result.ts';
import { parseExecutionName } from '#shared/domain/id-forms.ts';
import { longestId } from '#shared/domain/recognise-id.ts';
import { maySeeTenant, maySeeAll } from '#shared/permissions.ts';
import { addReceipts, pickBatch, readBatchesById } from '../../aws/batches-by-id.ts';
import {
  passingReader,
  type PageRead,
  type StoredItem,
  type CatalogueReader,
} from '../../aws/dynamodb/reading.ts';
import type { Handlers } from '../../gate/gate.ts';
import type { Log } from '../../log/open-log.ts';
import type { AttentionStore } from '../../reads/attention.ts';
import { inLanes } from '../../reads/in-lanes.ts';
import { concernsAll, paidReads } from '../../reads/paid-reads.ts';
import { readTenant, type TenantParts } from '../../reads/pinned-tenants.ts';
import type { DocumentPlace, SeenDocuments } from '../../reads/seen-documents.ts';
import { batchRow } from '../../rows/batch-rows.ts';
import { documentRow } from '../../rows/document-rows.ts';
import { readAttributes, readRow } from '../../rows/read-row.ts';
import { userFacts } from '../../rows/tenant-rows.ts';
import { getScope } from '../../session/session-store.ts';
import { openedPlaces } from './opened-places.ts';
import { searchDocument } from './search-document.ts';

interface LookupParts extends TenantParts {
  readonly seen: SeenDocuments;
  readonly attention: AttentionStore;
  readonly home: string;
  readonly hasConnection: (connectionId: string) => boolean;
  readonly log: Pick<Log, 'warn'>;
  readonly now: () => number;
}

/** Tries an id as one kind after the other, and stops at the first match. */
export function lookupHandlers(parts: LookupParts): Pick<Handlers, keyof typeof lookupOperations> {
  return {
    'lookup.searchDocument': searchDocument(parts),
    'names.read': readNames(parts),
    ...openedPlaces(parts),
    'lookup.find': async ({ asks }) => {
      const asked: AnsweredLookup['asked'] = [];
      const unasked: AnsweredLookup['unasked'] = [];
      const refusals: Failure[] = [];
      let paid: Receipt | undefined;
      const answered = (lookup: Lookup) => ok({ lookup, asked, unasked }, paid);
      for (const ask of asks) {
        const answer = await finders[ask.kind](ask, parts);
        if (answer.receipt !== undefined) paid = addReceipts(answer.receipt, paid);
        if (!answer.ok) {
          const { code, message } = answer.failure;
          if (isForAll(code)) return paid === undefined ? answer : { ...answer, receipt: paid };
          refusals.push(answer.failure);
          unasked.push({ ask, why: whyUnasked(answer.failure), message });
        } else if (answer.value.found === 'no-index') {
          unasked.push({ ask, why: 'no-index', message: answer.value.needs });
        } else {
          asked.push({ ask, receipt: answer.receipt ?? null });
          if (answer.value.found !== 'nothing') return answered(answer.value);
        }
      }
      const [refusal] = refusals;
      if (asked.length === 0 && refusal !== undefined) {
        return { ok: false, failure: refusal, ...(paid !== undefined && { receipt: paid }) };
      }
      return answered(
        asks[0]?.kind === 'document' && asks[0].within === undefined ? refuseDocumentById() : nothing,
      );
    },
  };
}

const nothing: Lookup = { found: 'nothing' };

/** Any further question would fail the same way after a wait. */
function isForAll(code: Failure['code']): boolean {
  return ['throttled', 'sign-in-expired', 'not-signed-in', 'aws-unreachable', 'unexpected'].includes(code);
}

function whyUnasked(failure: Failure): AnsweredLookup['unasked'][number]['why'] {
  if (failure.code === 'tenant-out-of-scope') return 'not-yours';
  // The connection does not name the table, so it has no such system.
  return failure.code === 'not-found' ? 'not-here' : 'refused';
}

type Find = (ask: Ask, parts: LookupParts) => Promise<Result<Lookup>>;

const finders: Readonly<Record<Ask['kind'], Find>> = {
  async batch({ id, tenantId }, { doors }) {
    return toBatch(id, doors(), { tenantId, run: null });
  },

  /** An execution has no item: its ARN or its name says which batch and run it belongs to. */
  async execution({ id }, { doors }) {
    if (!id.startsWith('arn:')) {
      const named = parseExecutionName(id);
      return named === null ? ok(nothing) : toBatch(named.batchId, doors(), { ...named, onlyBegun: true });
    }
    const named = await doors().executions.runOf(id);
    if (!named.ok) return named;
    return named.value === null
      ? ok(nothing, named.receipt)
      : toBatch(named.value.batchId, doors(), named.value);
  },

  /** Without the key of its batch, a document is known only if it was on an earlier page. */
  async document({ id: documentId, within }, { doors, session, seen }) {
    const here = seen.here();
    if (within === undefined) {
      const place = here.find(documentId);
      const maySee = place !== undefined && maySeeTenant(getScope(session()), place.tenantId);
      return ok(maySee ? toDocument(place) : refuseDocumentById());
    }
    const { reader } = doors();
    const place = await listTenants(within, reader);
    if (!place.ok) return place;
    let paid = place.receipt;
    for (const tenantId of place.value) {
      const key = { tenantId, batchId: within.batchId, documentId };
      const read = await reader.run('extraction.documentById', key);
      const found = takeFirst(read, (item) => {
        const row = documentRow(item);
        here.note([row]);
        return toDocument(row);
      });
      if (found.receipt !== undefined) paid = addReceipts(found.receipt, paid);
      if (!found.ok || found.value.found !== 'nothing') return { ...found, ...(paid && { receipt: paid }) };
    }
    return ok(nothing, paid);
  },

  async message({ id: messageId }, { doors }) {
    const read = await doors().reader.run('extraction.failuresOfMessages', [{ messageId }]);
    return takeFirst(read, (item) => {
      const { read: failure, id } = readRow(item, 'MessageFailure');
      return {
        found: 'message',
        messageId: id('messageId'),
        queue: failure.text('queue'),
        code: failure.text('code'),
        message: failure.text('message'),
        attempts: failure.count('attempts'),
        tenantId: failure.text('tenantId', 'optional'),
        batchId: failure.text('batchId', 'optional'),
        documentId: failure.text('documentId', 'optional'),
      };
    });
  },

  async file({ id: fileId }, { doors }) {
    const read = await doors().reader.run('downloads.fileById', { fileId });
    return takeFirst(read, ({ attributes }) => {
      const file = readAttributes(attributes, []);
      return {
        found: 'file',
        fileId: fileId.slice(0, longestId),
        status: file.text('Status'),
        batchId: file.text('BatchID'),
      };
    });
  },

  async 'download batch'({ id: batchId }, { doors }) {
    const read = await doors().reader.run('downloads.batchById', { batchId });
    return takeFirst(read, ({ attributes }) => {
      const batch = readAttributes(attributes, []);
      return {
        found: 'download batch',
        batchId: batchId.slice(0, longestId),
        status: batch.text('Status'),
        date: batch.text('PollingDate'),
      };
    });
  },

  async 'e-mail'({ id: email }, { doors }) {
    const read = await doors().reader.run('extraction.userByEmail', { email });
    return takeFirst(read, (item) => ({ found: 'user', ...userFacts(item) }));
  },

  async tenant({ id: tenantId }, parts) {
    const tenant = await readTenant(tenantId, parts);
    if (tenant.ok) return ok({ found: 'tenant', tenant: tenant.value }, tenant.receipt);
    const wasRead = tenant.failure.code === 'not-found' && tenant.receipt !== undefined;
    return wasRead ? ok(nothing, tenant.receipt) : tenant;
  },
};

/** Only a few tenants ever share the id of a batch. */
const mostTenantsOfBatch = 5;

/** Returns the tenants that have a batch of this id, unless the tenant was pasted with it. */
async function listTenants(
  { tenantId, batchId }: NonNullable<Ask['within']>,
  reader: ReturnType<TenantParts['doors']>['reader'],
): Promise<Result<readonly string[]>> {
  if (tenantId !== undefined) return ok([tenantId]);
  const read = await readBatchesById(reader, batchId);
  if (!read.ok) return read;
  const tenants = read.value.items.slice(0, mostTenantsOfBatch).map((item) => batchRow(item).tenantId);
  return ok(tenants, read.receipt);
}

/** Opens a batch or one of its runs. Batches of several tenants may share an id; then a person chooses. */
async function toBatch(
  batchId: string,
  { reader }: ReturnType<TenantParts['doors']>,
  of: {
    readonly run: number | null;
    readonly tenantId?: string | undefined;
    /** Ignores a run that has not begun, because a matching name alone may be a coincidence. */
    readonly onlyBegun?: boolean;
  },
): Promise<Result<Lookup>> {
  const read = await readBatchesById(reader, batchId);
  if (!read.ok) return read;
  const { run } = of;
  const hasBegun = (item: StoredItem): boolean =>
    of.onlyBegun !== true || run === null || run <= (batchRow(item).run ?? run);
  const found = { ...read.value, items: read.value.items.filter(hasBegun) };
  const picked = pickBatch(found, of.tenantId);
  if (picked.is === 'none') return ok(nothing, read.receipt);
  if (picked.is === 'several') {
    const batches = found.items.map(batchRow);
    return ok({ found: 'several', batches, run, more: found.more }, read.receipt);
  }
  const batch = batchRow(picked.item);
  return ok(run === null ? { found: 'batch', batch } : { found: 'execution', batch, run }, read.receipt);
}

function toDocument({ tenantId, batchId, documentId }: DocumentPlace): Lookup {
  // Its key does not name the project.
  return { found: 'document', tenantId, projectId: null, batchId, documentId };
}

function takeFirst(read: Result<PageRead>, toLookup: (item: StoredItem) => Lookup): Result<Lookup> {
  if (!read.ok) return read;
  const { items, receipt } = read.value;
  const [item] = items;
  return ok(item === undefined ? nothing : toLookup(item), receipt);
}

/** Explains in the Explorer's words that no index knows a document by its id alone, and counts the same question. */
function refuseDocumentById(): Extract<Lookup, { readonly found: 'no-index' }> {
  const { extraction } = catalogue;
  const asked = { entity: 'Document', by: ['documentId'] };
  const answer = findAnswer(extraction, asked);
  if (answer.answered) throw new Error(`An index knows documents by their id: ask ${answer.pattern}.`);
  const { partition, sort } = answer.wouldNeed;
  const patterns: Readonly<Record<string, PatternDeclaration>> = extraction.patterns;
  const nearest = findDeclared(patterns, answer.nearest ?? '');
  return {
    found: 'no-index',
    system: extraction.id,
    ...asked,
    question: 'Which documents have a given document id?',
    needs: [partition, sort].flatMap((key) => (key === undefined ? [] : plainTemplate(key))).join(', '),
    nearest: nearest === undefined ? '' : `${nearest.number} ${nearest.asks}`,
  };
}

interface NamesParts extends TenantParts {
  readonly now: () => number;
}

/** Eight keys are read at once, so that a screen of names takes as long as a few reads. */
const lanes = 8;

/**
 * Reads names by key. A tenant that was opened on this machine is named from the file, which costs nothing. A key that
 * this person may not read is left out, and so is one that could not be read.
 */
function readNames({ doors, session, kept, now }: NamesParts): Handlers['names.read'] {
  return async ({ keys }) => {
    const { connection, who } = session();
    const opened = new Map(kept.of(connection.id).map(({ tenantId, name }) => [tenantId, name]));
    const reads = paidReads({ pattern: 'extraction.tenantById', index: 'table' }, now);
    const found = new Map<NameKey, string | null>();
    const wanted: NameKey[] = [];
    for (const key of keys) {
      const known = key.of === 'tenant' ? (opened.get(key.tenantId) ?? null) : null;
      const isVisible = key.tenantId === null ? maySeeAll(who) : maySeeTenant(who, key.tenantId);
      if (isVisible && known !== null) found.set(key, known);
      else if (isVisible) wanted.push(key);
    }
    let stopped: { readonly ok: false; readonly failure: Failure } | undefined;
    const reader = wanted.length === 0 ? undefined : passingReader(doors().reader);
    await inLanes(wanted, lanes, async (key) => {
      if (stopped !== undefined || reader === undefined) return;
      const read = reads.paid(await readItem(key, reader));
      if (read.ok) {
        const [item] = read.value.items;
        const name = item === undefined ? null : readAttributes(item.attributes, []).text('name', 'optional');
        found.set(key, name === '' ? null : name);
      } else if (concernsAll(read.failure)) {
        stopped = { ok: false, failure: read.failure };
      }
    });
    if (stopped !== undefined) return reads.billed<never>(stopped);
    return reads.billed(ok({ names: [...found].map(([key, name]) => ({ key, name })) }));
  };
}

function readItem(key: NameKey, reader: CatalogueReader): Promise<Result<PageRead>> {
  switch (key.of) {
    case 'tenant':
      return reader.run('extraction.tenantById', { tenantId: key.tenantId });
    case 'project':
      return reader.run('extraction.projectById', { tenantId: key.tenantId, projectId: key.projectId });
    case 'workflow': {
      const { tenantId, projectId, workflowId } = key;
      return reader.run('extraction.workflowById', { tenantId, projectId, workflowId });
    }
    case 'person': {
      const { tenantId, personId: userId } = key;
      return tenantId === null
        ? reader.run('extraction.userById', { userId })
        : reader.run('extraction.userInTenant', { tenantId, userId });
    }
    default:
      return key satisfies never;
  }
}
