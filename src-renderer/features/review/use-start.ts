import { useEffect, useEffectEvent } from 'react';
import type { DeskRow } from './desk/desk-row.ts';
import type { GoReview, ReviewAddress } from './review-address.ts';

/** `first`: undefined while nobody knows; null: nothing is to be done. */
export function useStart({ start }: ReviewAddress, go: GoReview, first: DeskRow | null | undefined): void {
  const begin = useEffectEvent(() => {
    if (first === undefined) return;
    if (first === null) return go({ start: false }, 'replace');
    const { tenantId, projectId, batchId, documentId } = first;
    go({ start: false, document: { tenantId, projectId, batchId, documentId } }, 'replace');
  });
  const isKnown = first !== undefined;
  useEffect(() => {
    if (start && isKnown) begin();
  }, [start, isKnown]);
}
