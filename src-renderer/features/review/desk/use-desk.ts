import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { afterPaint } from '#renderer/ui/after-paint.ts';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import { useToast, type Toasts } from '#renderer/ui/toast.tsx';
import type { Accuracy } from '#shared/contract/review-figures.ts';
import type { Desk, ReviewDocument, ReviewKey } from '#shared/contract/review-document.ts';
import { toCellPlace, placesToDecide, type ReviewMode } from '#shared/domain/review/draft-rules.ts';
import { messages } from '../messages.ts';
import type { ReviewQueue } from '../queue/use-review-queue.ts';
import { usePageStore, type PageStore } from '../viewer/page-store.ts';
import {
  documentId,
  type DeskRow,
  type FlowEvents,
  type FlowState,
  type ReviewFlow,
} from './flow/flow-state.ts';
import { formatDone, formatStuckTitle, explainStuck, type Sent } from './flow/sent-decisions.ts';
import { createBridgePort, createHere } from './bridge-port.ts';
import type { ReviewDeskProps } from './review-desk.tsx';
import { usePersonHere } from '#renderer/contract/use-person-here.ts';
import { useLinkUp } from '#renderer/contract/link-state.ts';
import type { Receipt } from '#shared/contract/result.ts';
import { createReviewFlow } from './flow/review-flow.ts';

interface DeskParts {
  readonly flow: ReviewFlow;
  readonly state: FlowState;
  /** The row of the open document in the list. */
  readonly row: DeskRow | undefined;
  readonly store: PageStore;
  /** Documents that can be shown at once. */
  readonly ready: ReadonlySet<string>;
  readonly today: Desk['today'] | undefined;
  readonly accuracy: Accuracy | undefined;
}

/** More rows are read once fewer than this many are left. */
const fewLeft = 5;

/** Collects the data of the desk without its looks. */
export function useDesk({ mode, rows, queue, open, isOffered, onOpen }: ReviewDeskProps): DeskParts {
  const events = useDeskEvents(queue, onOpen);
  const { flow, state, receipt } = useReviewFlow({
    mode,
    rows,
    open,
    isOffered,
    events,
    filters: queue.filters,
  });
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

/** Updates the list, the day's counters and the notifications after a decision. */
function useDeskEvents(queue: ReviewQueue, onOpen: (key: ReviewKey | null) => void): FlowEvents {
  const client = useQueryClient();
  const toasts = useToast();
  const address = useAddress(onOpen);
  const count = () => void client.invalidateQueries({ queryKey: ['review.desk'] });
  return {
    onOpen(key) {
      blurPlace();
      if (key === null) address.now(key);
      else address.afterPicture(key);
    },
    onDone({ kind, key, fileName, wasUnclear }, version) {
      // A warning does not outlive its cause.
      const id = `stuck ${documentId(key)}`;
      if (wasUnclear) toasts.show({ id, message: messages.desk.confirmed(formatDone(kind), fileName) });
      else toasts.close(id);
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
        message: `${formatStuckTitle(sent)}.`,
        detail: sent.stuck === null ? undefined : explainStuck(sent.stuck),
        timeoutMs: 20_000,
        action: { label: messages.desk.openDocument, onAction: () => address.now(sent.key) },
      });
    },
  };
}

/**
 * Shows the document first and changes the address afterwards. When keys come faster than frames, only the last
 * address is set.
 */
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

/** Removing a focused element makes the browser lay out the page once more, so it is blurred first. */
function blurPlace(): void {
  const held = document.activeElement;
  if (held instanceof HTMLElement && held.dataset['place'] !== undefined) held.blur();
}

/** Draws the pages of the open document and the next two, and returns which documents can be shown at once. */
function useReadyPages(
  store: PageStore,
  { open, next, ahead }: FlowState,
  mode: ReviewMode,
): ReadonlySet<string> {
  const keys: readonly ReviewKey[] = open === undefined ? [] : [open.key, ...next];
  const wanted = JSON.stringify(keys);
  // Dropping and preloading must not delay the current frame.
  useLayoutEffect(
    () => afterPaint(() => store.keep(JSON.parse(wanted) as readonly ReviewKey[])),
    [store, wanted],
  );
  useLayoutEffect(
    () =>
      // The store has to know the file first.
      afterPaint(() => {
        // The page that is shown first is drawn ahead.
        for (const document of ahead) {
          const page = findFirstPage(document, mode);
          if (page > 1) store.startAt(document, page);
        }
      }),
    [store, ahead, mode],
  );
  const drawn = useSyncExternalStore(store.subscribe, () =>
    keys
      .filter((key) => store.state(key).kind === 'ready')
      .map(documentId)
      .join('\n'),
  );
  return useMemo(() => {
    const read = new Set(ahead.map(documentId));
    return new Set(drawn.split('\n').filter((id) => read.has(id)));
  }, [drawn, ahead]);
}

function findFirstPage(document: ReviewDocument, mode: ReviewMode): number {
  const [place] = placesToDecide(document, mode);
  if (place === undefined) return 1;
  const cell = toCellPlace(place);
  const where = cell ? document.lines[cell.line] : document.fields.find(({ name }) => name === place);
  return where?.page ?? 1;
}

interface Offer {
  readonly flow: ReviewFlow;
  readonly sent: Sent;
}

/** Decisions that were still held when their desk was closed. */
let offers: readonly Offer[] = [];

/** A held decision can be taken back after the desk is closed: its strip is gone, but its flow still runs. */
function useHoldsAfterwards(flow: ReviewFlow): void {
  const toasts = useToast();
  // A notification handles its key before the page does, so it gives up U once a desk is open.
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
    message: `${formatDone(kind)} ${fileName ?? messages.common.theDocument}`,
    detail: kind === 'postpone' ? undefined : messages.desk.finalAtClose,
    countdown: true,
    timeoutMs: left,
    action: { label: messages.common.undo, shortcut, onAction: () => void flow.undo(key) },
  });
}

/** Reads how often the readers were right in this workflow. The first document is loaded before it. */
function useDeskAccuracy(document: ReviewDocument | undefined): Accuracy | undefined {
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

interface Parts {
  readonly mode: ReviewMode;
  readonly rows: readonly DeskRow[];
  readonly open: ReviewKey;
  readonly isOffered: boolean | undefined;
  readonly events: FlowEvents;
  readonly filters: ReviewQueue['filters'];
}

/** Connects the flow to the page, its list, its address and the user's activity. */
function useReviewFlow({ mode, rows, open, isOffered, events, filters }: Parts): {
  readonly flow: ReviewFlow;
  readonly state: FlowState;
  readonly receipt: Receipt | undefined;
} {
  const client = useQueryClient();
  const [receipt, setReceipt] = useState<Receipt>();
  const { me, connection, isSignedIn } = usePersonHere();
  const [here] = useState(createHere);
  const [flow] = useState(() =>
    createReviewFlow(createBridgePort(client, { onReceipt: setReceipt, here, mode }), mode, events),
  );
  const state = useSyncExternalStore(flow.subscribe, flow.read);

  useLayoutEffect(() => flow.tellTo(events));
  useLayoutEffect(() => {
    const typedBy =
      me === null || connection === null ? undefined : { connectionId: connection.id, personId: me.id };
    here.tell({ filters, typedBy });
  });
  const id = JSON.stringify(open);
  // The layout effect runs in the same frame as the address, so a document that was read ahead appears with it.
  useLayoutEffect(
    () => flow.follow(rows, JSON.parse(id) as ReviewKey, isOffered),
    [flow, rows, id, isOffered],
  );
  useLayoutEffect(() => () => flow.leave(), [flow]);
  usePresence(flow);
  // The link is of no use before the person is known again, and signed in.
  const isUp = useLinkUp() && me !== null && isSignedIn;
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
    const leave = (event: PageTransitionEvent) => (event.persisted ? flow.flush() : flow.leave(true));
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
