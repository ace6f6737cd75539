import type { DownloadBatch } from '#shared/contract/downloads/downloads.ts';
import type { Plan, PlanItem, PlanTarget } from '#shared/contract/jobs/plans.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import { newestFirst } from '#shared/domain/downloads/day-standing.ts';
import { daysOfFiles, oldestRunAgain, utcDayOf } from '#shared/domain/downloads/days.ts';
import { fileSetsOf } from '#shared/domain/downloads/file-sets.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { listed } from '#shared/domain/listed-words.ts';
import { pricedUnits, runAgainUnits } from '#shared/pricing/download-acts.ts';
import { readDay } from '../../reads/download-day.ts';
import { estimateOfDownloads } from './estimate-downloads.ts';
import type { PlanDraft } from './plan-draft.ts';
import type { DraftParts } from './plan-documents.ts';

export type RunAgainTarget = Extract<PlanTarget, { kind: 'trigger-downloads' }>;

/** One item: a day. What it would be good for is what its newest batch lacks. */
export async function planRunAgain(
  { date }: RunAgainTarget,
  { reader, reads, book, now }: DraftParts,
): Promise<Result<PlanDraft>> {
  const day = reads.paid(await readDay(date, { reader, now }));
  if (!day.ok) return day;
  const [newest] = newestFirst(day.value.batches);
  const outOfReach = whyOutOfReach(date, utcDayOf(now));
  const units = runAgainUnits(filesOf(newest));
  const item: PlanItem = {
    id: date,
    name: null,
    version: null,
    // A batch that has begun since may be this very one, asked for by somebody else.
    stamp: newest?.batchId ?? null,
    verdict: outOfReach === undefined ? 'go' : 'blocked',
    why: outOfReach ?? lackWords(newest),
    usd: outOfReach === undefined ? pricedUnits(units, book).usd : null,
    needsReason: false,
  };
  const basis =
    newest === undefined || newest.expected.length === 0
      ? `planning figures for ${usualFiles} files, since no batch of this day has expected any`
      : 'what the newest batch of this day expects and lacks';
  return ok({
    tenantId: null,
    items: [item],
    estimate: estimateOfDownloads(units, basis, book),
    checks: outOfReach === undefined ? checksOf(newest) : [],
    nothingToDo: item.why,
  });
}

/** As many as the source of this pipeline has in a day. */
const usualFiles = 10;

function filesOf(newest: DownloadBatch | undefined): { readonly files: number; readonly lacking: number } {
  if (newest === undefined || newest.expected.length === 0) {
    return { files: usualFiles, lacking: usualFiles };
  }
  const { expected, completed } = fileSetsOf(newest);
  return { files: expected.length, lacking: Math.max(0, expected.length - completed.length) };
}

function whyOutOfReach(date: string, today: string): string | undefined {
  const oldest = oldestRunAgain(today);
  if (oldest <= date && date <= today) return undefined;
  if (date > today) return `${date} has not begun: days are UTC, and today is ${today}.`;
  return `Files are kept for ${daysOfFiles} days: the days from ${oldest} to ${today} can be run again.`;
}

function lackWords(newest: DownloadBatch | undefined): string {
  if (newest === undefined) return 'No batch of this day is known.';
  const { expected, failed, open } = fileSetsOf(newest);
  const lacks = [
    ...(failed.length > 0 ? [`${grouped(failed.length)} failed`] : []),
    ...(open.length > 0 ? [`${grouped(open.length)} open`] : []),
  ];
  const of = `${newest.batchId} is ${newest.status ?? 'in no known status'}`;
  if (expected.length === 0) return `${of} and expects no files: none of this day was ever queued by it.`;
  if (lacks.length === 0) return `${of} and lacks none of its ${grouped(expected.length)} files.`;
  return `${of} and lacks ${listed(lacks)} of ${grouped(expected.length)} files.`;
}

function checksOf(newest: DownloadBatch | undefined): Plan['checks'] {
  const lacksNothing = newest !== undefined && filesOf(newest).lacking === 0 && newest.expected.length > 0;
  const moves = newest?.status === 'queued';
  return [
    ...(newest === undefined
      ? [warning('No batch of this day is known: the daily one may not have run, or has not begun yet')]
      : [{ says: lackWords(newest).replace(/\.$/, ''), state: 'good' as const }]),
    ...(lacksNothing
      ? [warning('Nothing is lacking: completed files are not fetched again, so there may be nothing to do')]
      : []),
    ...(moves
      ? [warning('The newest batch has not ended: files that still move become the new batch’s')]
      : []),
  ];
}

function warning(says: string): Plan['checks'][number] {
  return { says, state: 'warning' };
}
