import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { ReviewKey } from '#shared/contract/review/document.ts';
import { useToast } from '#renderer/ui/toast/use-toast.ts';
import type { Toasts } from '#renderer/ui/toast/use-toast.ts';
import type { ReviewQueue } from '../queue/review-queue.ts';
import { documentId } from './flow/document-id.ts';
import type { FlowEvents, ReviewFlow } from './flow/flow-state.ts';
import type { Sent } from './flow/sent-decisions.ts';
import { doneWord, stuckTitle, whyStuck } from './flow/sent-words.ts';

/** What the list, the day's counters and the person are told of what was sent. */
export function useDeskEvents(queue: ReviewQueue, onOpen: (key: ReviewKey | null) => void): FlowEvents {
  const client = useQueryClient();
  const toasts = useToast();
  const count = () => void client.invalidateQueries({ queryKey: ['review.desk'] });
  return {
    onOpen,
    onDone({ kind, key }, version) {
      if (kind !== 'postpone' && kind !== 'check') queue.done?.(key, version);
      count();
    },
    onUndone({ key, kind }) {
      if (kind !== 'postpone') queue.undone?.(key);
      count();
    },
    onStuck(sent) {
      toasts.show({
        id: `stuck ${documentId(sent.key)}`,
        tone: sent.stuck?.kind === 'unclear' ? 'review' : 'failed',
        message: `${stuckTitle(sent)}.`,
        detail: sent.stuck === null ? undefined : whyStuck(sent.stuck),
        timeoutMs: 20_000,
        action: { label: 'Open it', onAction: () => onOpen(sent.key) },
      });
    },
  };
}

/** Whoever leaves the desk can still take back what is held: the desk's own strip is gone, its flow is not. */
export function useHoldsAfterwards(flow: ReviewFlow): void {
  const toasts = useToast();
  const hand = useEffectEvent((left: ReviewFlow) => {
    for (const sent of left.read().sent) offerUndo(toasts, left, sent);
  });
  useEffect(() => () => hand(flow), [flow]);
}

function offerUndo(toasts: Toasts, flow: ReviewFlow, { key, kind, fileName, held, phase }: Sent): void {
  if (phase !== 'held' || held === null) return;
  const left = held.until - Date.now();
  if (left < 500) return;
  toasts.show({
    id: `held ${documentId(key)}`,
    message: `${doneWord(kind)} ${fileName ?? 'the document'}`,
    detail: kind === 'postpone' ? undefined : 'Final when this closes.',
    countdown: true,
    timeoutMs: left,
    action: { label: 'Undo', shortcut: 'U', onAction: () => void flow.undo(key) },
  });
}
