import type { InputOf, OutputOf } from '#shared/contract/contract.ts';
import { mostCostDocuments, type CostDocument, type WorkflowDay } from '#shared/contract/month-costs.ts';
import { ok, refused, type Failure, type Result } from '#shared/contract/result.ts';
import type { DocumentRow, Usage } from '#shared/contract/triage.ts';
import { maySeeTenant } from '#shared/permissions.ts';
import { compareDecimals, decimal, decimalText, sumDecimals } from '#shared/pricing/decimal.ts';
import { documentCost, meanUsd } from '#shared/pricing/document-cost.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { readFigures, type SpendFigures } from '#shared/pricing/run-spend.ts';
import { comparedDays } from '#shared/pricing/unusual-cost.ts';
import { totalsCost } from '#shared/pricing/usage-totals.ts';
import { findPriceBook, getBookInUse } from '#shared/pricing/book-in-use.ts';
import { passingReader } from '../../aws/dynamodb/reading.ts';
import { outOfScope } from '../../aws/scope/out-of-scope.ts';
import { batchesByTime } from '../../reads/batches-by-time.ts';
import { inLanes } from '../../reads/in-lanes.ts';
import { everyItem, paidReads } from '../../reads/paid-reads.ts';
import { documentRow, readUsageByRun } from '../../rows/document-rows.ts';
import { itemsOfKind } from '../../rows/page-of-rows.ts';
import { readRow } from '../../rows/read-row.ts';
import { tenantFacts, workflowRow } from '../../rows/tenant-rows.ts';
import { getScope } from '../../session/session-store.ts';
import type { CostsParts } from './costs-handlers.ts';
import type { Reads } from './rank-tenants.ts';
import { readTenants, toWorkflowKey } from './tenant-spend.ts';

type Input = InputOf<'costs.documents'>;
type Answer = OutputOf<'costs.documents'>;

/** Batches that were submitted longer before the first day are not looked at: few are processed again so late. */
const daysBefore = 14;
const mostDays = 62;
const mostBatches = 60;
/** About 4 MB, or 500 read units. */
const mostDocuments = 1_000;
/** The limit of one project is 400 read units. */
const mostOfProject = { left: 4_000, moreInForm: 8_000 };
const atOnce = 3;
const aDay = 86_400_000;

/**
 * Lists the documents behind the cost of a workflow on some days. A document belongs to the day on which its run ended,
 * as in the sums of the pipeline. Only batches of the workflow with such a run are read, up to a limit.
 */
export async function listCostDocuments(
  input: Input,
  parts: Pick<CostsParts, 'session' | 'now' | 'orders'> & {
    readonly doors: () => Pick<ReturnType<CostsParts['doors']>, 'reader'>;
  },
): Promise<Result<Answer>> {
  const { tenantId, projectId, workflowId, from, to } = input;
  const session = parts.session();
  if (!maySeeTenant(getScope(session), tenantId)) return outOfScope(tenantId, 'Nothing was read.');
  const days = (Date.parse(to) - Date.parse(from)) / aDay;
  if (days < 0 || days > mostDays) {
    const problem =
      days < 0 ? 'is before the first day' : `is more than ${mostDays} days after the first day`;
    const message = `The last day ${problem}. Nothing was read.`;
    return refused({ code: 'invalid-input', message, issues: [{ path: 'to', problem }] });
  }
  const book = findPriceBook(input.book) ?? getBookInUse();
  const { paid, billed } = paidReads({ pattern: 'extraction.documentsOfBatch', index: 'main' }, parts.now);
  const reads: Reads = { reader: passingReader(parts.doors().reader), paid };
  const sums = await readTenants([tenantId], { since: shiftDay(from, -comparedDays), reads });
  if (!sums.ok) return billed(sums);
  const submittedSince = shiftDay(from, -daysBefore);
  const listed = await batchesByTime(
    { tenantId, projectId },
    {
      run: async (listing, key, options) => paid(await reads.reader.run(listing, key, options)),
      order: parts.orders.of(session),
      budget: { ...mostOfProject },
    },
  ).since(Date.parse(submittedSince));
  if (!listed.ok) return billed(listed);
  const until = `${shiftDay(to, 1)}T`;
  const candidates = listed.value.batches.filter(
    (batch) => batch.workflowId === workflowId && (batch.createdAt ?? '') < until,
  );
  const found = await readDocuments(
    candidates.map(({ batchId }) => batchId),
    { ...input, pricedBy: book, reads },
  );
  const { rows, failure } = found;
  if (rows.length === 0 && failure !== null) return billed({ ok: false, failure });
  const names = await readBothNames(input, reads);
  const own = sums.value.found[0]?.workflows.get(toWorkflowKey(projectId, workflowId));
  return billed(
    ok({
      ...names,
      days: listDays(own ?? new Map(), to, book),
      documents: rows
        .toSorted((a, b) => compareDecimals(decimal(b.usd), decimal(a.usd)))
        .slice(0, mostCostDocuments),
      read: rows.length,
      usd: decimalText(sumDecimals(rows.map(({ usd }) => decimal(usd)))),
      batchesLeft: found.left,
      submittedSince,
      trouble: describeTrouble(listed.value.isAll, failure, sums.value.trouble),
    }),
  );
}

function describeTrouble(isAll: boolean, failure: Failure | null, ofSums: string | null): string | null {
  const said = [
    isAll ? [] : 'The project has too many batches, so not all were looked at.',
    failure === null ? [] : `Some batches were not read. ${failure.message}`,
    ofSums ?? [],
  ].flat();
  return said.length === 0 ? null : said.join(' ');
}

interface Reading extends Input {
  readonly pricedBy: PriceBook;
  readonly reads: Reads;
}

interface Found {
  readonly rows: CostDocument[];
  readonly left: number;
  readonly failure: Failure | null;
}

/** The documents are read batch by batch, so that the limit holds. */
async function readDocuments(batchIds: readonly string[], reading: Reading): Promise<Found> {
  const { tenantId, reads, pricedBy } = reading;
  const known = await readRunsOfBatches(batchIds.slice(0, mostBatches), reading);
  const rows: CostDocument[] = [];
  let { failure } = known;
  let [read, left] = [0, Math.max(0, batchIds.length - mostBatches)];
  for (const { batchId, runs } of known.batches) {
    if (failure !== null || read >= mostDocuments) {
      left += 1;
      continue;
    }
    const documents = await everyItem(
      async (cursor) =>
        reads.paid(
          await reads.reader.run('extraction.documentsOfBatch', { tenantId, batchId }, { cursor, pageSize }),
        ),
      Math.ceil((mostDocuments - read) / pageSize),
    );
    if (!documents.ok) {
      ({ failure } = documents);
      continue;
    }
    const { items, isAll } = documents.value;
    read += items.length;
    if (!isAll) left += 1;
    for (const item of itemsOfKind(items, 'Document').own) {
      for (const [run, usage] of readUsageByRun(item)) {
        const endedAt = runs.get(run);
        if (endedAt !== undefined) {
          rows.push(toCostDocument(documentRow(item), { run, usage, endedAt }, pricedBy));
        }
      }
    }
  }
  return { rows, left, failure };
}

const pageSize = 100;

interface RunsOfBatch {
  readonly batchId: string;
  readonly runs: ReadonlyMap<number, string>;
}

/** Returns the batches that had a run on these days, in the same order. */
async function readRunsOfBatches(
  batchIds: readonly string[],
  reading: Reading,
): Promise<{ readonly batches: readonly RunsOfBatch[]; readonly failure: Failure | null }> {
  const byBatch = new Map<string, ReadonlyMap<number, string>>();
  let failure: Failure | null = null;
  await inLanes(batchIds, atOnce, async (batchId) => {
    if (failure !== null) return;
    const runs = await readRuns(batchId, reading);
    if (runs.ok) byBatch.set(batchId, runs.value);
    else ({ failure } = runs);
  });
  const batches = batchIds.flatMap((batchId) => {
    const runs = byBatch.get(batchId);
    return runs === undefined || runs.size === 0 ? [] : [{ batchId, runs }];
  });
  return { batches, failure };
}

/** Reads the ends of the runs of a batch that the sums count on these days, by number. */
async function readRuns(
  batchId: string,
  { tenantId, from, to, reads: { reader, paid } }: Reading,
): Promise<Result<ReadonlyMap<number, string>>> {
  const read = paid(await reader.run('extraction.spendOfBatch', { tenantId, batchId }));
  if (!read.ok) return read;
  const runs = itemsOfKind(read.value.items, 'RunSpend').own.flatMap((item) => {
    const { read: row, id } = readRow(item, 'RunSpend');
    const [run, day, endedAt] = [Number(id('run')), row.text('day') ?? '', row.time('endedAt')];
    return !Number.isInteger(run) || endedAt === null || day < from || day > to
      ? []
      : [[run, endedAt] as const];
  });
  return ok(new Map(runs));
}

interface UsedByRun {
  readonly run: number;
  readonly usage: Usage;
  readonly endedAt: string;
}

function toCostDocument(
  { batchId, documentId, fileName, status }: DocumentRow,
  { run, usage, endedAt }: UsedByRun,
  book: PriceBook,
): CostDocument {
  const { total, unpriced } = documentCost(usage, book);
  const models = [usage.gapFill, usage.verify].flatMap((one) => one ?? []);
  const tokens = models.map(({ inputTokens, outputTokens }) =>
    inputTokens === null || outputTokens === null ? null : inputTokens + outputTokens,
  );
  return {
    batchId,
    documentId,
    fileName,
    status,
    run,
    endedAt,
    pages: usage.textract?.pages ?? null,
    tokens: tokens.reduce((sum, one) => (sum === null || one === null ? null : sum + one), 0),
    models: [...new Set(models.flatMap(({ model }) => model ?? []))],
    usd: total,
    isWhole: unpriced.length === 0,
  };
}

function listDays(days: ReadonlyMap<string, SpendFigures>, to: string, book: PriceBook): WorkflowDay[] {
  return [...days]
    .filter(([day]) => day <= to)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, figures]) => {
      const { usage, repeated } = readFigures(figures);
      const { total } = totalsCost(usage, book);
      const documents = usage.documents + repeated;
      return {
        day,
        documents,
        usd: total,
        each: meanUsd(total, documents),
        pages: usage.textract.pages,
        tokens: usage.models.reduce((sum, one) => sum + one.inputTokens + one.outputTokens, 0),
      };
    });
}

/** A name that cannot be read is not worth a refusal: ids stand in its place. */
async function readBothNames(
  { tenantId, projectId, workflowId }: Input,
  { reader, paid }: Reads,
): Promise<Pick<Answer, 'tenantName' | 'workflowName'>> {
  const [tenant, workflow] = await Promise.all([
    reader.run('extraction.tenantById', { tenantId }),
    reader.run('extraction.workflowById', { tenantId, projectId, workflowId }),
  ]);
  const [tenantItem] = paid(tenant).ok && tenant.ok ? tenant.value.items : [];
  const [workflowItem] = paid(workflow).ok && workflow.ok ? workflow.value.items : [];
  return {
    tenantName: tenantItem === undefined ? null : tenantFacts(tenantItem, 'Tenant').name,
    workflowName: workflowItem === undefined ? null : workflowRow(workflowItem).name,
  };
}

function shiftDay(day: string, by: number): string {
  return new Date(Date.parse(day) + by * aDay).toISOString().slice(0, 10);
}
