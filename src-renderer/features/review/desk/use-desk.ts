import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Accuracy } from '#shared/contract/review/accuracy.ts';
import type { Desk } from '#shared/contract/review/decisions.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useShowReceipt } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import type { PageStore } from '../viewer/page-store.ts';
import { usePageStore } from '../viewer/use-page-store.ts';
import type { DeskRow } from './desk-row.ts';
import { documentId } from './flow/document-id.ts';
import type { FlowState, ReviewFlow } from './flow/flow-state.ts';
import type { ReviewDeskProps } from './review-desk-props.ts';
import { useDeskAccuracy } from './use-desk-accuracy.ts';
import { useDeskEvents } from './use-desk-events.ts';
import { useHoldsAfterwards } from './use-holds-afterwards.ts';
import { useReadyPages } from './use-ready-pages.ts';
import { useReviewFlow } from './use-review-flow.ts';

export interface DeskParts {
  readonly flow: ReviewFlow;
  readonly state: FlowState;
  /** The open one, as the list has it. */
  readonly row: DeskRow | undefined;
  readonly store: PageStore;
  /** Which documents would be there at once. */
  readonly ready: ReadonlySet<string>;
  readonly today: Desk['today'] | undefined;
  readonly accuracy: Accuracy | undefined;
}

/** With fewer rows than that, more are read. */
const fewLeft = 5;

/** All that the desk is made of but its looks. */
export function useDesk({ mode, rows, queue, open, onOpen }: ReviewDeskProps): DeskParts {
  const events = useDeskEvents(queue, onOpen);
  const { flow, state, receipt } = useReviewFlow({ mode, rows, open, events });
  const store = usePageStore();
  const ready = useReadyPages(store, state, mode);
  const accuracy = useDeskAccuracy(state.open?.document);
  const today = useQuery(operationOptions('review.desk', {})).data?.value.today;
  useHoldsAfterwards(flow);
  useShowReceipt('document', receipt);

  const readMore = useEffectEvent(() => queue.readMore());
  const isShort = mode === 'review' && state.left < fewLeft && queue.hasMore && !queue.isReading;
  const hasFailed = queue.failure !== undefined;
  useEffect(() => {
    if (isShort && !hasFailed) readMore();
  }, [isShort, hasFailed]);

  const id = state.open && documentId(state.open.key);
  const row = rows.find((one) => documentId(one) === id);
  return { flow, state, row, store, ready, today, accuracy };
}
