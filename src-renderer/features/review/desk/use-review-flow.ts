import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import type { Receipt } from '#shared/contract/receipt.ts';
import type { ReviewKey } from '#shared/contract/review/document.ts';
import type { ReviewMode } from '#shared/domain/review/draft-rules.ts';
import { useLinkUp } from '#renderer/contract/use-link-up.ts';
import { bridgePort } from './bridge-port.ts';
import type { DeskRow } from './desk-row.ts';
import type { FlowEvents, FlowState, ReviewFlow } from './flow/flow-state.ts';
import { reviewFlow } from './flow/review-flow.ts';

interface Parts {
  readonly mode: ReviewMode;
  readonly rows: readonly DeskRow[];
  readonly open: ReviewKey;
  readonly events: FlowEvents;
}

/** Binds the flow to the page: its list, its address, and the person before it. */
export function useReviewFlow({ mode, rows, open, events }: Parts): {
  readonly flow: ReviewFlow;
  readonly state: FlowState;
  readonly receipt: Receipt | undefined;
} {
  const client = useQueryClient();
  const [receipt, setReceipt] = useState<Receipt>();
  const [flow] = useState(() => reviewFlow(bridgePort(client, setReceipt), mode, events));
  const state = useSyncExternalStore(flow.subscribe, flow.read);

  useLayoutEffect(() => flow.tellTo(events));
  const id = JSON.stringify(open);
  // With the picture, so that a document that was read ahead is there in the frame in which its address is.
  useLayoutEffect(() => flow.follow(rows, JSON.parse(id) as ReviewKey), [flow, rows, id]);
  useLayoutEffect(() => () => flow.leave(), [flow]);
  usePresence(flow);
  const isUp = useLinkUp();
  useEffect(() => {
    if (isUp) flow.linkUp();
  }, [flow, isUp]);
  return { flow, state, receipt };
}

/** Whether somebody is there, and looks. */
function usePresence(flow: ReviewFlow): void {
  useEffect(() => {
    const touched = () => flow.touched();
    const seen = () => flow.seen(!document.hidden);
    const flush = () => flow.flush();
    // Kept whole for Back, the page comes back as it was.
    const leave = (event: PageTransitionEvent) => (event.persisted ? flow.flush() : flow.leave());
    const quiet = { capture: true, passive: true };
    const heard = ['keydown', 'pointerdown', 'wheel'] as const;
    for (const name of heard) document.addEventListener(name, touched, quiet);
    document.addEventListener('visibilitychange', seen);
    window.addEventListener('blur', flush);
    window.addEventListener('pagehide', leave);
    seen();
    return () => {
      for (const name of heard) document.removeEventListener(name, touched, quiet);
      document.removeEventListener('visibilitychange', seen);
      window.removeEventListener('blur', flush);
      window.removeEventListener('pagehide', leave);
    };
  }, [flow]);
}
