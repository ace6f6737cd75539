import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ReviewKey } from '#shared/contract/review/document.ts';
import { afterPaint } from '#renderer/ui/after-paint.ts';
import { useToast } from '#renderer/ui/toast/use-toast.ts';
import type { ReviewQueue } from '../queue/review-queue.ts';
import { documentId } from './flow/document-id.ts';
import type { FlowEvents } from './flow/flow-state.ts';
import { stuckTitle, whyStuck } from './flow/sent-words.ts';

/** What the list, the day's counters and the person are told of what was sent. */
export function useDeskEvents(queue: ReviewQueue, onOpen: (key: ReviewKey | null) => void): FlowEvents {
  const client = useQueryClient();
  const toasts = useToast();
  const address = useAddress(onOpen);
  const count = () => void client.invalidateQueries({ queryKey: ['review.desk'] });
  return {
    onOpen(key) {
      letGoOfPlace();
      if (key === null) address.now(key);
      else address.afterPicture(key);
    },
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
        action: { label: 'Open it', onAction: () => address.now(sent.key) },
      });
    },
  };
}

/** The document first and its address behind it, the last of them where keys come faster than pictures. */
function useAddress(go: (key: ReviewKey | null) => void) {
  const callOff = useRef<() => void>(undefined);
  useEffect(() => () => callOff.current?.(), []);
  return {
    now(key: ReviewKey | null) {
      callOff.current?.();
      go(key);
    },
    afterPicture(key: ReviewKey) {
      callOff.current?.();
      callOff.current = afterPaint(() => go(key));
    },
  };
}

/** A place that goes while it has the focus has the browser lay out the page once for nothing. */
function letGoOfPlace(): void {
  const held = document.activeElement;
  if (held instanceof HTMLElement && held.dataset['place'] !== undefined) held.blur();
}
