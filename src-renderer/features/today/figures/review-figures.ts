import { grouped } from '#shared/domain/grouped-number.ts';
import { spanWords } from '#renderer/ui/relative-time/relative-words.ts';
import { countedText, isNone } from '../counted-words.ts';
import { leadOfReview } from '../lead/lead-of-status.ts';
import { mayBeLonger, wholeQueue } from '../parts/review-rows.ts';
import type { Seen } from '../reading/seen.ts';
import { notYet } from './batch-figures.ts';
import { countedFigure, isOld, subFrom } from './figure-facts.ts';
import type { FigureFacts } from './figure-facts.ts';

export function waiting(seen: Seen): FigureFacts {
  const { batches, review, throughput } = seen;
  const { failure } = batches;
  const late = review.value?.overdue;
  // What one of the two could not count the other has.
  const told = batches.value?.review.documents ?? (failure && review.value?.waiting);
  const documents = told?.isAtLeast ? ((review.value && wholeQueue(review.value)) ?? told) : told;
  return {
    id: 'waiting',
    ...(failure !== undefined && documents === undefined && !review.isReading
      ? { label: 'Waiting for review', value: 'unknown' }
      : countedFigure('Waiting for review', documents)),
    sub:
      late === undefined
        ? notYet(review.failure)
        : subFrom(review, isNone(late) ? 'none overdue' : `${countedText(late)} overdue`),
    isPressing: late !== undefined && late.count > 0 && !isOld(review),
    lead: leadOfReview(seen),
    spark: throughput.value && {
      label: 'Documents that came to review, an hour, last 24 hours',
      values: throughput.value.hours.map(({ review: came }) => came),
      tone: 'review',
    },
  };
}

export function overdue(seen: Seen): FigureFacts {
  const { value, failure } = seen.review;
  return {
    id: 'overdue',
    ...(failure !== undefined && value === undefined
      ? { label: 'Overdue', value: 'unknown' }
      : countedFigure('Overdue', value?.overdue)),
    sub: value === undefined ? notYet(failure) : `due after ${grouped(value.dueHours)} h`,
    isPressing: (value?.overdue.count ?? 0) > 0,
    lead: leadOfReview(seen, value === undefined ? null : value.dueHours * 60),
  };
}

export function oldest(seen: Seen): FigureFacts {
  const { value, failure } = seen.review;
  const at = Date.parse(value?.oldestAt ?? '');
  return {
    id: 'oldest',
    label: value !== undefined && mayBeLonger(value) ? 'Longest wait, at least' : 'Longest wait',
    value: value === undefined ? failure && 'unknown' : oldestText(at, value.waiting, seen.now),
    sub:
      value === undefined
        ? notYet(failure)
        : `of ${countedText(wholeQueue(value) ?? value.waiting)} that wait`,
    lead: leadOfReview(seen),
  };
}

/** Of this person, on this machine. */
export function decided(seen: Seen): FigureFacts {
  const { value, failure } = seen.desk;
  const today = value?.today;
  return {
    id: 'decided',
    label: 'Decided today',
    value:
      today === undefined
        ? failure && 'unknown'
        : grouped(Math.max(0, today.approved + today.rejected - today.undone)),
    sub:
      today === undefined
        ? notYet(failure)
        : today.medianSeconds === null
          ? 'by you, on this machine'
          : `by you, median ${today.medianSeconds.toFixed(1)} s, n = ${grouped(today.of)}`,
    lead: leadOfReview(seen),
  };
}

function oldestText(at: number, waits: { readonly count: number; readonly isAtLeast: boolean }, now: number) {
  if (isNone(waits)) return 'none';
  return Number.isNaN(at) ? 'unknown' : spanWords(Math.max(0, now - at));
}
