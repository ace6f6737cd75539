import type { DownloadBatch, DownloadFile } from '#shared/contract/downloads.ts';
import type { Estimate, Plan, PlanItem } from '#shared/contract/plans.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import {
  daysOfFiles,
  listFileSets,
  hasEnded,
  newestFirst,
  oldestRunAgain,
  formatUtcDay,
} from '#shared/domain/download-days.ts';
import { isOver, requeueVerdict } from '#shared/domain/download-files.ts';
import { counted, grouped, listed } from '#shared/domain/formatting.ts';
import type { TargetOf } from '#shared/domain/job-kinds/job-kinds.ts';
import { maySeeAll } from '#shared/permissions.ts';
import { isCallable, notCallable } from '#shared/pipeline-api/operation.ts';
import {
  closeUnits,
  pricedUnits,
  requeueUnits,
  runAgainUnits,
  type ActUnits,
} from '#shared/pricing/download-acts.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { readDay } from '../../reads/download-day.ts';
import { batchNow, filesNow, formatFileCounts } from '../actions/read-downloads.ts';
import type { DraftParts, PlanDraft } from './plan-draft.ts';

/** Downloads name no tenant, so they are only for people who see all tenants (decision 015). */
const notTheirs = {
  code: 'tenant-out-of-scope',
  message: "Downloads don't record tenants, and you can see only some tenants. Nothing was planned.",
  tenantId: '*',
} as const;

/** Plans a single item, the day. Its reason says what the day's newest batch lacks. */
export async function planRunAgain(
  { date }: TargetOf<'trigger-downloads'>,
  { reader, reads, book, now, who }: DraftParts,
): Promise<Result<PlanDraft>> {
  if (!maySeeAll(who)) return refused(notTheirs);
  const day = reads.paid(await readDay(date, { reader, now }));
  if (!day.ok) return day;
  const [newest] = newestFirst(day.value.batches);
  const outOfReach = whyOutOfReach(date, formatUtcDay(now));
  const units = runAgainUnits(countFiles(newest));
  const item: PlanItem = {
    id: date,
    name: null,
    version: null,
    // A batch that has begun since may be this very one, requested by another person.
    stamp: newest?.batchId ?? null,
    verdict: outOfReach === undefined ? 'go' : 'blocked',
    why: outOfReach ?? describeLack(newest),
    usd: outOfReach === undefined ? pricedUnits(units, book).usd : null,
    needsReason: false,
  };
  const basis =
    newest === undefined || newest.expected.length === 0
      ? `planning figures for ${usualFiles} files, because no batch of this day expects any`
      : 'the files that the newest batch of this day expects and still misses';
  return ok({
    tenantId: null,
    items: [item],
    estimate: estimateOfDownloads(units, basis, book),
    checks: outOfReach === undefined ? checksBeforeRunAgain(newest) : [],
    nothingToDo: item.why,
  });
}

/** Matches the number of files that the source of this pipeline has in a day. */
const usualFiles = 10;

function countFiles(newest: DownloadBatch | undefined): { readonly files: number; readonly lacking: number } {
  if (newest === undefined || newest.expected.length === 0) {
    return { files: usualFiles, lacking: usualFiles };
  }
  const { expected, completed } = listFileSets(newest);
  return { files: expected.length, lacking: Math.max(0, expected.length - completed.length) };
}

function whyOutOfReach(date: string, today: string): string | undefined {
  const oldest = oldestRunAgain(today);
  if (oldest <= date && date <= today) return undefined;
  if (date > today) return `${date} has not started yet: days are UTC, and today is ${today}.`;
  return `Files are kept for ${daysOfFiles} days: the days from ${oldest} to ${today} can be run again.`;
}

function describeLack(newest: DownloadBatch | undefined): string {
  if (newest === undefined) return 'No batch on this day.';
  const { expected, failed, open } = listFileSets(newest);
  const lacks = [
    ...(failed.length > 0 ? [`${grouped(failed.length)} failed`] : []),
    ...(open.length > 0 ? [`${grouped(open.length)} open`] : []),
  ];
  const of = `${newest.batchId} is ${newest.status ?? 'of unknown status'}`;
  if (expected.length === 0) return `${of}. It never queued any files.`;
  const files = counted(expected.length, 'file');
  if (lacks.length === 0) return `${of}, with no missing files of ${files}.`;
  return `${of}, with ${listed(lacks)} of ${files}.`;
}

function checksBeforeRunAgain(newest: DownloadBatch | undefined): Plan['checks'] {
  const lacksNothing = newest !== undefined && countFiles(newest).lacking === 0 && newest.expected.length > 0;
  const moves = newest?.status === 'queued';
  return [
    ...(newest === undefined
      ? [warning('No batch on this day: the daily one did not run, or has not started yet')]
      : [{ says: describeLack(newest).replace(/\.$/, ''), state: 'good' as const }]),
    ...(lacksNothing
      ? [warning('No files missing. Completed files are not downloaded again, so there may be nothing to do')]
      : []),
    ...(moves ? [warning('The newest batch has not ended. Files in progress move to the new batch')] : []),
  ];
}

function warning(says: string): Plan['checks'][number] {
  return { says, state: 'warning' };
}

/** Reads each file as its table has it now, by its key. */
export async function planRequeue(
  target: TargetOf<'requeue-files'>,
  parts: DraftParts,
): Promise<Result<PlanDraft>> {
  if (!maySeeAll(parts.who)) return refused(notTheirs);
  const { reader, now, book } = parts;
  const { paid } = parts.reads;
  const ids = [...new Set(target.fileIds)];
  const read = await filesNow(ids.filter(isCallable), { reader, now, paid });
  if (!read.ok) return read;
  const files = read.value;
  const usd = pricedUnits(requeueUnits(1), book).usd;
  const items = ids.map((id): PlanItem => {
    const file = files.get(id) ?? null;
    const { verdict, why } = isCallable(id) ? requeueVerdict(file, now) : notAnId;
    return {
      id,
      name: null,
      version: null,
      stamp: file?.version ?? null,
      verdict,
      why,
      usd: verdict === 'go' ? usd : null,
      needsReason: false,
    };
  });
  const going = items.filter(({ verdict }) => verdict === 'go');
  const batches = await batchChecks(
    going.flatMap(({ id }) => files.get(id) ?? []),
    parts,
  );
  return ok({
    tenantId: null,
    items,
    estimate: estimateOfDownloads(
      requeueUnits(going.length),
      'one update, two messages, a claim and a completion per file',
      book,
    ),
    checks: going.length === 0 ? [] : [...alwaysSaid, ...batches],
    nothingToDo:
      ids.length === 1
        ? "This file can't be requeued. See the reason next to it."
        : `None of these ${grouped(ids.length)} files can be requeued. See the reason next to each.`,
  });
}

const notAnId = { verdict: 'blocked', why: notCallable } as const;

const alwaysSaid: Plan['checks'] = [
  {
    says: 'Each gets a new URL and key from the provider. The old ones are not used again',
    state: 'good',
  },
  { says: 'Files that change before they are sent are skipped', state: 'good' },
  {
    says: 'Failed downloads are not grouped by cause, so how it goes is in the receipts of this job alone',
    state: 'good',
  },
];

/** Limits the batches that are checked; more are rarely chosen at once. */
const mostBatches = 10;

/** Warns that the counts of an ended batch do not change, whatever becomes of its files. */
async function batchChecks(
  files: readonly DownloadFile[],
  { reader, reads, now }: DraftParts,
): Promise<Plan['checks']> {
  const ids = [...new Set(files.flatMap(({ batchId }) => batchId ?? []))].filter(isCallable);
  const batches = await Promise.all(
    ids.slice(0, mostBatches).map((id) => batchNow(id, { reader, now, paid: reads.paid })),
  );
  const ended = batches.flatMap((read) => {
    const batch = read.ok ? read.value : null;
    return batch !== null && batch.status !== null && hasEnded(batch.status) ? [batch] : [];
  });
  const [first] = ended;
  if (first === undefined) return [];
  const which =
    ended.length === 1
      ? `${first.batchId} ended as ${first.status}. Its counts`
      : `${grouped(ended.length)} of their batches have ended. Their counts`;
  return [{ says: `${which} stay the same even if the files complete`, state: 'warning' }];
}

/** Plans a single item, a download batch to be ended early or because it would not end. */
export async function planClosing(
  { batchId }: TargetOf<'close-downloads'>,
  { reader, reads, book, now, who }: DraftParts,
): Promise<Result<PlanDraft>> {
  if (!maySeeAll(who)) return refused(notTheirs);
  const read = await batchNow(batchId, { reader, now, paid: reads.paid });
  if (!read.ok) return read;
  const batch = read.value;
  if (batch === null) return noSuchBatch(batchId);
  const { verdict, why } = judgeBatch(batch);
  const units = closeUnits(batch.expected.length);
  const item: PlanItem = {
    id: batchId,
    name: null,
    version: null,
    stamp: batch.updatedAt,
    verdict,
    why,
    usd: verdict === 'go' ? pricedUnits(units, book).usd : null,
    needsReason: false,
  };
  return ok({
    tenantId: null,
    items: [item],
    estimate: estimateOfDownloads(units, 'its files are read again and the batch is updated', book),
    checks: verdict === 'go' ? checksBeforeClosing(batch, now) : [],
    nothingToDo: why,
  });
}

function judgeBatch(batch: DownloadBatch): Pick<PlanItem, 'verdict' | 'why'> {
  const { batchId, status, updatedAt, timeToLive } = batch;
  if (!isCallable(batchId)) return { verdict: 'blocked', why: notCallable };
  if (isOver(timeToLive)) {
    return { verdict: 'blocked', why: 'Expired, awaiting deletion. No action possible.' };
  }
  if (status === null) return { verdict: 'blocked', why: 'Unknown status.' };
  if (hasEnded(status)) return { verdict: 'skip', why: `Already ended: ${status}.` };
  if (updatedAt === null) {
    const why = "No time of its last change, so changes can't be detected.";
    return { verdict: 'blocked', why };
  }
  return { verdict: 'go', why: `${status}, ${formatFileCounts(batch)}` };
}

/** The pipeline gives up a queued batch after this time. */
const minutesToEnd = 60;

function checksBeforeClosing(batch: DownloadBatch, now: number): Plan['checks'] {
  const began = batch.startedAt === null ? Number.NaN : Date.parse(batch.startedAt);
  const endsAt = began + minutesToEnd * 60_000;
  const says = `It is ${batch.status ?? 'of unknown status'}: ${formatFileCounts(batch)}`;
  if (Number.isNaN(began)) return [{ says, state: 'good' }];
  if (endsAt > now) {
    const at = new Date(endsAt).toISOString().slice(11, 16);
    const soon = `It may still end automatically, at ${at} UTC at the latest, ${minutesToEnd} minutes after it started`;
    return [
      { says, state: 'good' },
      { says: soon, state: 'warning' },
    ];
  }
  const late =
    batch.status === 'initiated'
      ? 'It was never queued and will not end automatically'
      : `It started over ${minutesToEnd} minutes ago and has not timed out`;
  return [
    { says, state: 'good' },
    { says: late, state: 'good' },
  ];
}

function noSuchBatch(batchId: string): Result<never> {
  const message = `Download batch ${batchId} not found on this connection. Nothing was planned. Check the id.`;
  return refused({ code: 'not-found', message, what: 'download batch' });
}

/**
 * Estimates the known costs although they are tiny, because the price that the provider charges for a file is unknown.
 */
function estimateOfDownloads(units: ActUnits, basis: string, book: PriceBook): Estimate {
  const { usd, lines } = pricedUnits(units, book);
  return {
    usd,
    priceBook: { id: book.id, name: book.name },
    lines: lines.flatMap((line) =>
      line.usd === null ? [] : [{ what: `${grouped(line.units)} ${line.what}`, usd: line.usd }],
    ),
    seconds: null,
    basis: `${basis}. Functions, storage and the provider are not included`,
  };
}
