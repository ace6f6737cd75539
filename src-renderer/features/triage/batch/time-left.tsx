import type { Batch } from '#shared/contract/triage/batches.ts';
import type { DocumentRow } from '#shared/contract/triage/documents.ts';
import { etaOf, etaWords } from '#shared/domain/batch-eta.ts';
import { grouped } from '#shared/domain/grouped-number.ts';

export interface TimeLeftProps {
  readonly batch: Pick<Batch, 'counts' | 'status'>;
  readonly known: readonly DocumentRow[];
}

/** "38 left ÷ 10 at a time = 4 rounds × 15 s ≈ 60 s", for as long as somebody works on them. */
export function TimeLeft({ batch: { counts, status }, known }: TimeLeftProps) {
  const left = (counts.QUEUED ?? 0) + (counts.PROCESSING ?? 0);
  if (left === 0) return null;
  if (status !== 'PROCESSING' && status !== 'QUEUED')
    return <>{grouped(left)} left, and no run works on them</>;
  const eta = etaOf({ left, finishedSeconds: known.flatMap((document) => secondsTaken(document) ?? []) });
  const [sum = '', total = ''] = etaWords(eta).split('≈');
  return (
    <span
      title={
        eta.from === 'measured'
          ? `Mean of the ${grouped(eta.n)} documents of this batch that were read; ${grouped(eta.atOnce)} at a time is a planning figure`
          : 'Planning figures: too few documents of this batch have been read to measure it'
      }
    >
      {sum}≈ <b>{total.trim()}</b>
    </span>
  );
}

/** Of a document that went through all its stages. */
export function secondsTaken({ status, usage }: Pick<DocumentRow, 'status' | 'usage'>): number | null {
  if (status !== 'SUCCEEDED' && status !== 'REVIEW_REQUIRED') return null;
  const stages = [usage?.textract?.ms, usage?.gapFill?.ms, usage?.verify?.ms].flatMap((ms) => ms ?? []);
  return stages.length === 0 ? null : stages.reduce((sum, ms) => sum + ms, 0) / 1_000;
}
