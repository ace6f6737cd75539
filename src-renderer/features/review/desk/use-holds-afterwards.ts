import { useEffect, useEffectEvent } from 'react';
import { useToast } from '#renderer/ui/toast/use-toast.ts';
import type { Toasts } from '#renderer/ui/toast/use-toast.ts';
import { documentId } from './flow/document-id.ts';
import type { ReviewFlow } from './flow/flow-state.ts';
import type { Sent } from './flow/sent-decisions.ts';
import { doneWord } from './flow/sent-words.ts';

interface Offer {
  readonly flow: ReviewFlow;
  readonly sent: Sent;
}

/** What was still held when its desk was left. */
let offers: readonly Offer[] = [];

/** Whoever leaves the desk can still take back what is held: the desk's own strip is gone, its flow is not. */
export function useHoldsAfterwards(flow: ReviewFlow): void {
  const toasts = useToast();
  // A notification hears its key before the page does; from here on U is for what is decided here.
  const keepKey = useEffectEvent(() => {
    for (const offer of offers) offerUndo(toasts, offer, undefined);
    offers = [];
  });
  const hand = useEffectEvent((left: ReviewFlow) => {
    offers = left.read().sent.map((sent) => ({ flow: left, sent }));
    for (const offer of offers) offerUndo(toasts, offer, 'U');
  });
  useEffect(() => {
    keepKey();
    return () => hand(flow);
  }, [flow]);
}

function offerUndo(toasts: Toasts, { flow, sent }: Offer, shortcut: string | undefined): void {
  const { key, kind, fileName, held } = sent;
  const isHeld = flow.read().sent.some((one) => one.key === key && one.phase === 'held');
  const left = held === null ? 0 : held.until - Date.now();
  if (!isHeld || left < 500) return;
  toasts.show({
    id: `held ${documentId(key)}`,
    message: `${doneWord(kind)} ${fileName ?? 'the document'}`,
    detail: kind === 'postpone' ? undefined : 'Final when this closes.',
    countdown: true,
    timeoutMs: left,
    action: { label: 'Undo', shortcut, onAction: () => void flow.undo(key) },
  });
}
