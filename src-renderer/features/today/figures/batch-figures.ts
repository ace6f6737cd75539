import type { Batch } from '#shared/contract/triage/batches.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { countedText, isUnknown, nouns } from '../counted-words.ts';
import { leadOfStatus } from '../lead/lead-of-status.ts';
import { failedShare, totalsOf } from '../parts/throughput-totals.ts';
import type { Seen } from '../reading/seen.ts';
import { countedFigure, subFrom } from './figure-facts.ts';
import type { FigureFacts } from './figure-facts.ts';

export function failedBatches(seen: Seen): FigureFacts {
  const { value, failure } = seen.batches;
  const lastHour = value?.failed.lastHour;
  const ended = seen.throughput.value;
  return {
    id: 'failed-batches',
    ...(failure !== undefined && value === undefined
      ? { label: 'Failed batches', value: 'unknown' }
      : countedFigure('Failed batches', value?.failed.batches)),
    sub:
      lastHour === undefined
        ? notYet(failure)
        : isUnknown(lastHour)
          ? 'not counted'
          : lastHour.count === 0
            ? 'none in the last hour'
            : `${countedText(lastHour)} in the last hour`,
    isPressing: lastHour !== undefined && lastHour.count > 0,
    lead: leadOfStatus(seen, 'FAILED'),
    spark: ended && {
      label: 'Documents that failed, an hour, last 24 hours',
      values: ended.hours.map(({ failed }) => failed),
      tone: 'failed',
    },
  };
}

export function failedDocuments(seen: Seen): FigureFacts {
  const { value, failure } = seen.batches;
  const ended = seen.throughput.value;
  return {
    id: 'failed-documents',
    ...(failure !== undefined && value === undefined
      ? { label: 'Failed documents', value: 'unknown' }
      : countedFigure('Failed documents', value?.failed.documents)),
    unit: value === undefined ? undefined : 'in failed batches',
    sub:
      ended === undefined
        ? notYet(failure ?? seen.throughput.failure)
        : subFrom(seen.throughput, failedShare(totalsOf(ended))),
    lead: leadOfStatus(seen, 'FAILED'),
  };
}

export function runningBatches(seen: Seen): FigureFacts {
  const { value, failure } = seen.batches;
  return {
    id: 'running',
    ...(failure !== undefined && value === undefined
      ? { label: 'Batches in work', value: 'unknown' }
      : countedFigure('Batches in work', value?.running.batches)),
    sub: value === undefined ? notYet(failure) : runningWords(value.running.newest),
    lead: leadOfStatus(seen, 'PROCESSING'),
  };
}

export function notYet(failure: unknown): string {
  return failure === undefined ? 'reading' : 'not read';
}

function runningWords(newest: readonly Batch[]): string {
  if (newest.length === 0) return 'nothing is being processed';
  const documents = newest.reduce((sum, { documentCount }) => sum + (documentCount ?? 0), 0);
  return `${nouns(documents, 'document', 'documents')} in the newest ${grouped(newest.length)}`;
}
