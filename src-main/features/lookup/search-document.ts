import { documentSearch } from '#shared/domain/document-search.ts';
import { readUlidTime } from '#shared/domain/id-forms.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import type { DocumentSearch } from '#shared/contract/lookup.ts';
import type { Session } from '#shared/contract/session.ts';
import { listOnlyTenants, maySeeTenant } from '#shared/permissions.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import { passingReader, type CatalogueReader, type StoredItem } from '../../aws/dynamodb/reading.ts';
import { outOfScope } from '../../aws/scope/out-of-scope.ts';
import type { Handlers } from '../../gate/gate.ts';
import { chooseSource, fleetQuestion, readFirst, type AttentionStore } from '../../reads/attention.ts';
import { paidReads, type PaidReads } from '../../reads/paid-reads.ts';
import type { SeenDocuments } from '../../reads/seen-documents.ts';
import { batchRow } from '../../rows/batch-rows.ts';
import { documentRow } from '../../rows/document-rows.ts';
import { itemsOfKind } from '../../rows/page-of-rows.ts';
import { readRow } from '../../rows/read-row.ts';

interface Parts {
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly seen: SeenDocuments;
  readonly attention: AttentionStore;
  readonly now: () => number;
}

/** A batch that may have the document, with the time that orders it. */
interface Candidate {
  readonly tenantId: string;
  readonly batchId: string;
  readonly at: number;
}

interface Candidates {
  readonly batches: readonly Candidate[];
  readonly isAll: boolean;
  readonly where: DocumentSearch['where'];
}

/** A request to DynamoDB takes this many keys. */
const keysAtOnce = 100;

/**
 * Looks for a document by its id alone, which no index knows: by its key in each of the newest batches, until it is found
 * or the budget is used up. Batches whose id is of the same time as the document's come first.
 */
export function searchDocument(parts: Parts): Handlers['lookup.searchDocument'] {
  return async ({ documentId, tenantId }) => {
    const session = parts.session();
    if (tenantId !== null && !maySeeTenant(session.who, tenantId))
      return outOfScope(tenantId, 'Nothing was read.');
    const reads = paidReads({ pattern: 'extraction.documentsByKeys', index: 'table' }, parts.now);
    const reader = passingReader(parts.doors().reader);
    const listed = await listCandidates(tenantId, session, { ...parts, reader, reads });
    if (!listed.ok) return reads.billed(listed);
    const { batches, isAll, where } = listed.value;
    const nearest = nearestFirst(batches, documentId).slice(0, documentSearch.batches);
    let asked = 0;
    for (let from = 0; from < nearest.length; from += keysAtOnce) {
      const keys = nearest.slice(from, from + keysAtOnce);
      const read = reads.paid(
        await reader.run(
          'extraction.documentsByKeys',
          keys.map((one) => ({ tenantId: one.tenantId, batchId: one.batchId, documentId })),
        ),
      );
      if (!read.ok) return reads.billed(read);
      asked += keys.length;
      const rows = itemsOfKind(read.value.items, 'Document').own.map(documentRow);
      if (rows.length > 0) {
        parts.seen.here().note(rows);
        const found = rows.map((row) => ({ tenantId: row.tenantId, batchId: row.batchId }));
        return reads.billed(ok({ documentId, found, asked, isAll: false, where }));
      }
    }
    return reads.billed(
      ok({ documentId, found: [], asked, isAll: isAll && nearest.length === batches.length, where }),
    );
  };
}

/** An id with its time in it leads to the batches of that time; otherwise the newest come first. */
function nearestFirst(batches: readonly Candidate[], documentId: string): readonly Candidate[] {
  const time = readUlidTime(documentId);
  const distance = ({ batchId, at }: Candidate): number =>
    time === undefined ? -at : Math.abs((readUlidTime(batchId) ?? at) - time);
  return batches.toSorted((a, b) => distance(a) - distance(b));
}

type Reads = Parts & { readonly reader: CatalogueReader; readonly reads: PaidReads };

async function listCandidates(
  tenantId: string | null,
  session: Session,
  parts: Reads,
): Promise<Result<Candidates>> {
  const { attention, reader, reads } = parts;
  const own = tenantId === null ? listOnlyTenants(session.who) : [tenantId];
  if (own !== null) return listOfTenants(own, parts);
  const source = await chooseSource(null, session, { attention, reader, reads });
  if (!source.ok) return source;
  // Without attention, a tenant has to be chosen: there is no list of the newest batches of all.
  if (source.value.from === 'tenants') return ok({ batches: [], isAll: false, where: 'choose a tenant' });
  const batches = new Map<string, Candidate>();
  let isAll = true;
  for (const list of ['failed', 'review', 'running'] as const) {
    const question = fleetQuestion(list, 'newest', { now: parts.now() });
    const read = await readFirst(question, documentSearch.attentionOfShard, { reader, reads });
    if (!read.ok) return read;
    isAll &&= read.value.isAll;
    for (const { row } of read.value.rows) {
      const at = Date.parse(row.changedAt ?? '');
      batches.set(`${row.tenantId}#${row.batchId}`, { ...row, at: Number.isNaN(at) ? 0 : at });
    }
  }
  return ok({ batches: [...batches.values()], isAll, where: 'batches that need attention' });
}

/** Reads the newest batches of each project, and those that failed, run or wait. */
async function listOfTenants(
  tenants: readonly string[],
  { reader, reads }: Reads,
): Promise<Result<Candidates>> {
  const batches = new Map<string, Candidate>();
  let isAll = tenants.length <= documentSearch.tenants;
  const take = (items: readonly StoredItem[]): void => {
    for (const item of itemsOfKind(items, 'Batch').own) {
      const row = batchRow(item);
      const at = Date.parse(row.createdAt ?? row.statusSince ?? '');
      const { tenantId, batchId } = row;
      batches.set(`${tenantId}#${batchId}`, { tenantId, batchId, at: Number.isNaN(at) ? 0 : at });
    }
  };
  for (const tenantId of tenants.slice(0, documentSearch.tenants)) {
    const projects = reads.paid(await reader.run('extraction.projectsOfTenant', { tenantId }));
    if (!projects.ok) return projects;
    isAll &&= projects.value.cursor === null && projects.value.items.length <= documentSearch.projects;
    const answers = await Promise.all([
      ...(['FAILED', 'REVIEW_REQUIRED', 'PROCESSING'] as const).map((status) =>
        reader.run('extraction.batchesByStatus', { tenantId, status }, { pageSize: documentSearch.page }),
      ),
      ...itemsOfKind(projects.value.items, 'Project')
        .own.slice(0, documentSearch.projects)
        .map((item) =>
          reader.run(
            'extraction.batchesOfProject',
            { tenantId, projectId: readRow(item, 'Project').id('projectId') },
            { pageSize: documentSearch.page },
          ),
        ),
    ]);
    for (const answer of answers) {
      const read = reads.paid(answer);
      if (!read.ok) return read;
      // A batch that is in a list by status is in its project too.
      isAll &&= read.value.cursor === null;
      take(read.value.items);
    }
  }
  return ok({ batches: [...batches.values()], isAll, where: 'newest batches' });
}
