import type { Thresholds } from '#shared/domain/document-status.ts';
import { decideEnd } from '../../../pipelines/extraction/document-results.ts';
import type { DocumentError } from '../../../pipelines/extraction/item-shapes.ts';
import type { Passage } from '../course/passage.ts';
import { mostEvents } from '../course/until-full.ts';

/** Why a document failed in a run; undefined where it did not. */
export function errorOf(
  { reading, interrupted, outcome }: Passage,
  thresholds: Thresholds,
): DocumentError | undefined {
  if (interrupted) return { ...interrupted, message: interruptions[interrupted.code] };
  if (!reading.ok) return reading.error;
  if (outcome !== 'FAILED') return undefined;
  const { score } = reading;
  return decideEnd({ score, fields: {}, lineItems: [], checks: [], usage: {} }, thresholds).error;
}

export const historyIsFull = `The execution reached the maximum number of history events (${mostEvents}).`;

const interruptions = {
  ExecutionFailed: `Its execution has failed: ${historyIsFull}`,
  ExecutionTimedOut: 'Its execution has run out of time',
} as const;
