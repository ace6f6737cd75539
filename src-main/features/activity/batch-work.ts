import { z } from 'zod';
import { extraction } from '#shared/catalogue/systems/extraction-system.ts';
import type { BatchWork, BatchWorked, WorkedBatch } from '#shared/contract/activity.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { Persona } from '#shared/contract/session.ts';
import type { CatalogueReader, PageRead, StoredItem } from '../../aws/dynamodb/reading.ts';
import { outOfScope } from '../../aws/scope/out-of-scope.ts';
import type { Handlers } from '../../gate/gate.ts';
import { pipelineFailure } from '../../pipeline/pipeline-api.ts';
import { paidReads } from '../../reads/paid-reads.ts';
import { readRow } from '../../rows/read-row.ts';
import { shownText } from '../../rows/shown-text.ts';
import {
  describeAsked,
  notIdentified,
  refuseNotKept,
  unclear,
  type ActivityParts,
  type Keeping,
} from './keeping.ts';

export function readWork(parts: ActivityParts, keeping: Keeping): Handlers['batches.readWork'] {
  return async (batch) => {
    const asked = describeAsked(parts);
    const { reader } = asked.doors;
    const [read, notKept] = await Promise.all([readWorkItem(reader, batch), keeping.whyNotKept(asked)]);
    if (!read.ok) return read;
    return ok(toWork(read.value.work, asked.session.who, notKept), read.value.receipt);
  };
}

/** Lists the batches of some tenants that people work on, by one read for each tenant. */
export function listWork({ doors, session, now }: ActivityParts): Handlers['batches.listWork'] {
  return async ({ tenantIds }) => {
    const { who } = session();
    const { reader } = doors();
    const { paid, billed } = paidReads({ pattern: 'extraction.workOfTenant', index: 'GSI1' }, now);
    const reads = await Promise.all(
      tenantIds.map((tenantId) => reader.run('extraction.workOfTenant', { tenantId })),
    );
    const rows: WorkedBatch[] = [];
    let isAll = true;
    for (const read of reads.map(paid)) {
      if (!read.ok) return billed(read);
      isAll &&= read.value.cursor === null;
      rows.push(...read.value.items.flatMap((item) => toWorkedBatch(item, who)));
    }
    return billed(ok({ rows, isAll }));
  };
}

/** The index may be a moment behind, so that one on which the work has ended is left out. */
function toWorkedBatch(item: StoredItem, who: Persona | null): WorkedBatch[] {
  if (item.entity !== 'BatchWork') return [];
  const { read, id } = readRow(item, 'BatchWork');
  const by = read.whole('workedOnBy', 'optional');
  if (by === null) return [];
  const note = read.whole('workNote', 'optional');
  return [
    {
      tenantId: id('tenantId'),
      batchId: id('batchId'),
      by: shownText(by),
      isMine: by === who?.id,
      since: read.time('workedOnSince', 'optional'),
      note: note === null ? null : shownText(note),
    },
  ];
}

export function workOnBatch(parts: ActivityParts, keeping: Keeping): Handlers['batches.work'] {
  return async ({ tenantId, projectId, batchId, by, note, version, intentKey }) => {
    const asked = describeAsked(parts);
    const { who } = asked.session;
    if (who === null) return notIdentified('Nothing was noted.');
    if (who.tenants !== '*' && !who.tenants.includes(tenantId)) {
      return outOfScope(tenantId, 'Nothing was noted.');
    }
    const notKept = await keeping.whyNotKept(asked);
    if (notKept !== null) return refuseNotKept(notKept, 'Nothing was noted.');
    const { pipeline, reader } = asked.doors;
    const answer = await pipeline.call('workOnBatch', {
      personId: who.id,
      params: { tenantId, projectId, batchId },
      body: { workedOnBy: by, ...(note !== null && { note }) },
      idempotencyKey: intentKey,
      ifMatch: version,
    });
    // Later reads look at the item itself, because a read may be a moment behind.
    if (answer.kind !== 'not-sent') reader.changed(extraction, [placeOfWork(tenantId, batchId)]);
    if (answer.kind === 'answered') return ok({ kind: 'saved', work: toWork(answer.value.work, who, null) });
    if (answer.kind === 'problem' && answer.problem.code === 'stale-version') {
      return lookWhoWon(await readWorkItem(reader, { tenantId, batchId }, true), answer.problem, who);
    }
    if (answer.kind === 'unclear') return unclear(answer, 'Not confirmed whether it was noted.');
    return refused(pipelineFailure(answer, 'Nothing was noted.'));
  };
}

/** Uses the table, or the API's answer where the table could not be read. */
function lookWhoWon(
  read: Awaited<ReturnType<typeof readWorkItem>>,
  { current }: { readonly current?: Readonly<Record<string, unknown>> | undefined },
  who: Persona,
): Result<BatchWorked> {
  if (read.ok) return ok({ kind: 'overtaken', work: toWork(read.value.work, who, null) }, read.value.receipt);
  const { data } = workSchema.safeParse(current);
  if (data !== undefined) return ok({ kind: 'overtaken', work: toWork(data, who, null) });
  const message =
    'Who works on this batch has changed since you read it. Nothing was noted. Read the page again, then repeat it.';
  return refused({ code: 'pipeline-refused', message, problem: 'stale-version', status: 412 });
}

const workSchema = z.object({
  version: z.int(),
  workedOnBy: z.string().optional(),
  workedOnSince: z.string().optional(),
  workNote: z.string().optional(),
});
type StoredWork = Readonly<z.infer<typeof workSchema>>;

async function readWorkItem(
  reader: CatalogueReader,
  batch: { readonly tenantId: string; readonly batchId: string },
  consistent = false,
): Promise<Result<{ readonly work: StoredWork; readonly receipt: PageRead['receipt'] }>> {
  const read = await reader.run('extraction.workOfBatch', batch, { consistent });
  if (!read.ok) return read;
  const [item] = read.value.items;
  const { receipt } = read.value;
  if (item === undefined) return ok({ work: { version: 0 }, receipt });
  const of = readRow(item, 'BatchWork').read;
  return ok({
    work: {
      version: of.count('version', 'optional') ?? 0,
      ...given('workedOnBy', of.whole('workedOnBy', 'optional')),
      ...given('workedOnSince', of.time('workedOnSince', 'optional')),
      ...given('workNote', of.whole('workNote', 'optional')),
    },
    receipt,
  });
}

function given(name: string, value: string | null): Readonly<Record<string, string>> {
  return value === null ? {} : { [name]: value };
}

function toWork(
  { version, workedOnBy, workedOnSince, workNote }: StoredWork,
  who: Persona | null,
  notKept: string | null,
): BatchWork {
  return {
    by: workedOnBy === undefined ? null : shownText(workedOnBy),
    isMine: workedOnBy !== undefined && workedOnBy === who?.id,
    since: workedOnSince ?? null,
    note: workNote === undefined ? null : shownText(workNote),
    version,
    notKept,
  };
}

function placeOfWork(tenantId: string, batchId: string) {
  const { table } = extraction.entities.BatchWork;
  return { table, key: { PK: { S: `TENANT#${tenantId}#BATCH#${batchId}` }, SK: { S: 'WORK' } } };
}
