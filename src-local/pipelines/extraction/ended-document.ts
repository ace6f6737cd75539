import { statusByScore, type Thresholds } from '#shared/domain/document-status.ts';
import type { DocumentError, DocumentItem, DocumentUsage } from './item-shapes.ts';
import type { PagesRead, Verified } from './readers.ts';

export interface DocumentResult {
  readonly fields: Verified['fields'];
  readonly lineItems: PagesRead['lineItems'];
  readonly checks: Verified['checks'];
  readonly score: number;
  readonly usage: DocumentUsage;
}

type Ended = Pick<
  DocumentItem,
  'status' | 'score' | 'stage' | 'fields' | 'lineItems' | 'checks' | 'usage'
> & { readonly error: DocumentError | undefined };

/** What a document that all readers have gone over becomes. */
export function endedWith(result: DocumentResult, thresholds: Thresholds): Ended {
  const status = statusByScore(result.score, thresholds);
  return {
    ...result,
    status,
    stage: 'verify',
    error: status === 'FAILED' ? tooUnsure(result.score, thresholds) : undefined,
  };
}

function tooUnsure(score: number, { confidenceThreshold }: Thresholds): DocumentError {
  const message = `Confidence ${shown(score)} is under the ${shown(confidenceThreshold)} floor of this workflow`;
  return { stage: 'verify', code: 'ConfidenceTooLow', message };
}

/** Two digits, unless that would say that 0.598 is 0.60. */
function shown(share: number): string {
  const short = share.toFixed(2);
  return Math.abs(Number(short) - share) < 1e-9 ? short : share.toFixed(3);
}
