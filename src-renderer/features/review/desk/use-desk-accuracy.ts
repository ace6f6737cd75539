import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Accuracy } from '#shared/contract/review/accuracy.ts';
import type { ReviewDocument } from '#shared/contract/review/document.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';

/** How often the readers were right in this workflow. The first document comes before it. */
export function useDeskAccuracy(document: ReviewDocument | undefined): Accuracy | undefined {
  const isIdle = useIdleAfter(document !== undefined);
  const { tenantId = '', projectId = '' } = document ?? {};
  const workflowId = document?.workflowId ?? '';
  const isKnown = tenantId !== '' && projectId !== '' && workflowId !== '';
  const { data } = useQuery({
    ...operationOptions('review.accuracy', { tenantId, projectId, workflowId }),
    enabled: isIdle && isKnown,
    retry: false,
  });
  return data?.value;
}

function useIdleAfter(isShown: boolean): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    if (!isShown || isIdle) return undefined;
    const timer = setTimeout(() => setIdle(true), pauseMs);
    return () => clearTimeout(timer);
  }, [isShown, isIdle]);
  return isIdle;
}

const pauseMs = 1_500;
