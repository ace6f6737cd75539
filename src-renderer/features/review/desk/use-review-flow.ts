import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { findBridge } from '#renderer/contract/query-client.ts';
import { useLinkUp } from '#renderer/contract/link-state.ts';
import { afterPaint } from '#renderer/ui/after-paint.ts';
import type { CommandName, InputOf, OutputOf } from '#shared/contract/contract.ts';
import type { Receipt, Result } from '#shared/contract/result.ts';
import type { ReviewKey } from '#shared/contract/review-document.ts';
import type { ReviewMode } from '#shared/domain/review/draft-rules.ts';
import type { DeskRow, FlowEvents, FlowState, ReviewFlow } from './flow/flow-state.ts';
import { createReviewFlow } from './flow/review-flow.ts';
import type { ReviewPort } from './flow/review-port.ts';

interface Parts {
  readonly mode: ReviewMode;
  readonly rows: readonly DeskRow[];
  readonly open: ReviewKey;
  readonly events: FlowEvents;
}

/** Connects the flow to the page, its list, its address and the user's activity. */
export function useReviewFlow({ mode, rows, open, events }: Parts): {
  readonly flow: ReviewFlow;
  readonly state: FlowState;
  readonly receipt: Receipt | undefined;
} {
  const client = useQueryClient();
  const [receipt, setReceipt] = useState<Receipt>();
  const [flow] = useState(() => createReviewFlow(createBridgePort(client, setReceipt), mode, events));
  const state = useSyncExternalStore(flow.subscribe, flow.read);

  useLayoutEffect(() => flow.tellTo(events));
  const id = JSON.stringify(open);
  // The layout effect runs in the same frame as the address, so a document that was read ahead appears with it.
  useLayoutEffect(() => flow.follow(rows, JSON.parse(id) as ReviewKey), [flow, rows, id]);
  useLayoutEffect(() => () => flow.leave(), [flow]);
  usePresence(flow);
  const isUp = useLinkUp();
  useEffect(() => {
    if (isUp) flow.linkUp();
  }, [flow, isUp]);
  return { flow, state, receipt };
}

/** Tracks whether the user is active and the page is visible. */
function usePresence(flow: ReviewFlow): void {
  useEffect(() => {
    const touched = () => flow.touched();
    const seen = () => flow.seen(!document.hidden);
    const flush = () => flow.flush();
    // The browser may restore this page on Back, so it is only saved and not closed.
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

/**
 * Connects the desk to the main process. It does not use useCommand, whose cache would hold every document's values
 * for minutes after they are dropped. The desk shows failures itself.
 */
function createBridgePort(
  client: QueryClient,
  onReceipt: (receipt: Receipt | undefined) => void,
): ReviewPort {
  const bridge = findBridge(client);

  async function call<N extends CommandName>(operation: N, input: InputOf<N>): Promise<Result<OutputOf<N>>> {
    try {
      const result = await bridge.call(operation, input, crypto.randomUUID());
      if (!result.ok && result.failure.code === 'untrusted-caller') {
        void client.invalidateQueries({ queryKey: ['session.current'] });
      }
      return result;
    } catch (error) {
      return { ok: false, failure: toFailure(error) };
    }
  }

  return {
    now: () => Date.now(),
    newKey: () => crypto.randomUUID(),
    after(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    async read(key) {
      const result = await call('review.read', key);
      if (result.ok) onReceipt(result.receipt);
      return result;
    },
    async claim(seen) {
      // The opened document has to be painted before.
      await new Promise<void>((resolve) => afterPaint(resolve));
      return call('review.claim', seen);
    },
    release: (seen) => call('review.release', seen),
    decide: (input) => call('review.decide', input),
    undo: (seen) => call('review.undo', seen),
    handOver: (input) => call('review.handOver', input),
    check: (input) => call('review.check', input),
    postpone: (key, fileName, until) => call('review.postpone', { ...key, fileName, until }),
    async drafts() {
      try {
        const result = await bridge.call('review.desk', {});
        return result.ok ? { ok: true, value: result.value.drafts } : result;
      } catch (error) {
        return { ok: false, failure: toFailure(error) };
      }
    },
    saveDraft: (key, draft) => call('review.saveDraft', { key, draft }),
  };
}
