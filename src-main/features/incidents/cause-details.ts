import type { z } from 'zod';
import type { Customer, incidentOperations } from '#shared/contract/incidents.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import { otherCauses } from '#shared/domain/attention.ts';
import { matchesFingerprint } from '#shared/domain/fingerprint.ts';
import type { StoredItem } from '../../aws/dynamodb/reading.ts';
import { concernsAll, everyItem } from '../../reads/paid-reads.ts';
import { documentRow } from '../../rows/document-rows.ts';
import { itemsOfKind } from '../../rows/page-of-rows.ts';
import { readRow } from '../../rows/read-row.ts';
import { tenantFacts } from '../../rows/tenant-rows.ts';
import { groupRows, type CauseReads } from './cause-reads.ts';

/** At most this many tenants are read for a day, 1,000 a call. */
const mostPagesOfTenants = 3;
const tenantsOfPage = 1_000;

interface TenantOnDay extends Omit<Customer, 'name' | 'batches'> {
  readonly batch: Customer['batches'][number] | null;
}

/** Reads which tenants a cause hit on these days, and sums them by tenant. */
export async function readCustomers(
  fingerprint: string,
  days: readonly string[],
  reads: CauseReads,
): Promise<Result<{ readonly customers: Customer[]; readonly isAll: boolean }>> {
  const answers = await Promise.all(
    days.map((day) =>
      everyItem(
        async (cursor) =>
          reads.paid(
            await reads.reader.run(
              'extraction.tenantsOfCause',
              { cause: fingerprint, day },
              { cursor, pageSize: tenantsOfPage },
            ),
          ),
        mostPagesOfTenants,
      ),
    ),
  );
  const rows: TenantOnDay[] = [];
  let isAll = true;
  for (const [index, answer] of answers.entries()) {
    if (answer.ok) {
      rows.push(...answer.value.items.map(toTenantOnDay));
      isAll &&= answer.value.isAll;
    } else {
      if (concernsAll(answer.failure)) return answer;
      reads.problems.push(`Couldn't read the tenants of ${days[index] ?? ''}. ${answer.failure.message}`);
      isAll = false;
    }
  }
  const ofTenant = groupRows(rows, ({ tenantId }) => tenantId);
  const names = await readNames([...ofTenant.keys()], reads);
  if (!names.ok) return names;
  const customers = [...ofTenant].map(([tenantId, ofDays]) =>
    joinCustomer(tenantId, ofDays, names.value.get(tenantId) ?? null),
  );
  return ok({ customers: customers.toSorted((a, b) => b.count - a.count), isAll });
}

function joinCustomer(tenantId: string, rows: readonly TenantOnDay[], name: string | null): Customer {
  const newestFirst = rows.toSorted((a, b) => ((a.lastAt ?? '') < (b.lastAt ?? '') ? 1 : -1));
  const batches = newestFirst.map(({ batch }) => batch).filter((batch) => batch !== null);
  const firsts = rows.map(({ firstAt }) => firstAt).filter((time) => time !== null);
  return {
    tenantId,
    name,
    count: rows.reduce((sum, { count }) => sum + count, 0),
    firstAt: firsts.toSorted()[0] ?? null,
    lastAt: newestFirst[0]?.lastAt ?? null,
    batches: [...new Map(batches.map((batch) => [batch.batchId, batch])).values()],
  };
}

/** Names are a help. Without them the ids are shown, and a problem says why. */
async function readNames(
  tenantIds: readonly string[],
  reads: CauseReads,
): Promise<Result<ReadonlyMap<string, string | null>>> {
  if (tenantIds.length === 0) return ok(new Map());
  const asked = tenantIds.map((tenantId) => ({ tenantId }));
  const read = reads.paid(await reads.reader.run('extraction.tenantsByIds', asked));
  if (!read.ok) {
    if (concernsAll(read.failure)) return read;
    reads.problems.push(`Couldn't read the names of the tenants. ${read.failure.message}`);
    return ok(new Map());
  }
  const facts = read.value.items.map((item) => tenantFacts(item, 'Tenant'));
  return ok(new Map(facts.map(({ tenantId, name }) => [tenantId, name])));
}

function toTenantOnDay(item: StoredItem): TenantOnDay {
  const { read, id } = readRow(item, 'CauseOfTenant');
  const batchId = read.whole('newestBatchId', 'optional');
  return {
    tenantId: id('tenantId'),
    count: read.size('count') ?? 0,
    firstAt: read.time('firstAt'),
    lastAt: read.time('lastAt'),
    batch: batchId === null ? null : { batchId, projectId: read.whole('newestProjectId', 'optional') },
  };
}

type SampleInput = z.output<(typeof incidentOperations)['incidents.samples']['input']>;
type Samples = z.output<(typeof incidentOperations)['incidents.samples']['output']>;

/** A page of documents with their fields takes some 25 read units. */
const documentsOfPage = 50;
const mostSamples = 12;

/** Reads the newest failed documents of some batches, and keeps those of the cause. */
export async function readSamples(
  { fingerprint, batches }: SampleInput,
  reads: CauseReads,
): Promise<Result<Samples>> {
  const readAt = new Date(reads.now).toISOString();
  if (fingerprint === otherCauses) {
    const problem = 'Other causes are counted together, so their documents cannot be told apart.';
    return ok({ documents: [], read: { count: 0, isAtLeast: true }, problems: [problem], readAt });
  }
  const documents: Samples['documents'] = [];
  let count = 0;
  let isCut = false;
  const answers = await Promise.all(
    batches.map(({ tenantId, batchId }) =>
      reads.reader.run(
        'extraction.documentsByStatus',
        { tenantId, batchId, status: 'FAILED' },
        { pageSize: documentsOfPage },
      ),
    ),
  );
  for (const [index, answer] of answers.map((one) => reads.paid(one)).entries()) {
    if (answer.ok) {
      const { own } = itemsOfKind(answer.value.items, 'Document');
      count += own.length;
      isCut ||= answer.value.cursor !== null;
      documents.push(...own.filter((item) => hasFingerprint(item, fingerprint)).map(toSample));
    } else {
      if (concernsAll(answer.failure)) return reads.billed(answer);
      reads.problems.push(
        `Couldn't read the documents of ${batches[index]?.batchId ?? ''}. ${answer.failure.message}`,
      );
    }
  }
  return reads.billed(
    ok({
      documents: documents.slice(0, mostSamples),
      read: { count, isAtLeast: isCut },
      problems: [...reads.problems],
      readAt,
    }),
  );
}

/** The pipeline takes the fingerprint of the error as it is written, before anything in it is masked. */
function hasFingerprint(item: StoredItem, fingerprint: string): boolean {
  const { read } = readRow(item, 'Document');
  const error = read.map('error', 'optional');
  if (error === null) return false;
  const failing = {
    stage: error.whole('stage', 'optional'),
    code: error.whole('code', 'optional'),
    message: error.whole('message', 'optional'),
  };
  return matchesFingerprint(failing, fingerprint);
}

function toSample(item: StoredItem): Samples['documents'][number] {
  const { tenantId, batchId, documentId, fileName, statusSince, updatedAt, error } = documentRow(item);
  return {
    tenantId,
    batchId,
    documentId,
    fileName,
    failedAt: statusSince ?? updatedAt,
    message: error?.message ?? null,
  };
}
