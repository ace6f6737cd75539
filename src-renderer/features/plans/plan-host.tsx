import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { PlanningContext, type HowToPlan, type Planning } from '#renderer/contract/planning.ts';
import { afterPaint } from '#renderer/ui/after-paint.ts';
import { DialogFrame } from '#renderer/ui/dialog.tsx';
import { pageStop } from '#renderer/ui/focus.ts';
import { useToast } from '#renderer/ui/toast.tsx';
import type { PlanTarget } from '#shared/domain/job-kinds/job-kinds.ts';
import type * as Parts from './plan/plan-content.tsx';
import type { OpenBatch, OpenDownloads, OpenQueue, PlanningSession } from './planning-session.ts';

interface PlanHostProps {
  readonly session: PlanningSession;
  /** A dialog over one page closes when another page is shown. */
  readonly place: string;
  readonly onOpenBatch: OpenBatch;
  readonly onOpenQueue: OpenQueue;
  readonly onOpenDownloads: OpenDownloads;
  readonly children: ReactNode;
}

type Opened =
  | { readonly kind: 'plan'; readonly target: PlanTarget; readonly how: HowToPlan; readonly asking: string }
  | { readonly kind: 'job'; readonly jobId: string };

/** The one dialog in which every screen shows, confirms and follows a plan (decision 004). */
export function PlanHost({
  session,
  place,
  onOpenBatch,
  onOpenQueue,
  onOpenDownloads,
  children,
}: PlanHostProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  // The content stays rendered while the dialog fades out.
  const [shown, setShown] = useState<Opened | null>(null);
  const [shownOver, setShownOver] = useState(place);
  if (opened !== null && opened !== shown) setShown(opened);
  if (place !== shownOver) {
    setShownOver(place);
    setOpened(null);
  }

  const parts = useParts(opened !== null, () => setOpened(null));
  const planning = useMemo<Planning>(() => {
    return {
      plan: (target, how = {}) => setOpened({ kind: 'plan', target, how, asking: crypto.randomUUID() }),
      showJob: (jobId) => setOpened({ kind: 'job', jobId }),
    };
  }, []);
  const close = () => setOpened(null);
  const isOpen = opened !== null && parts !== undefined;
  const focusAfter = useFocusAfter(isOpen);

  return (
    <PlanningContext value={planning}>
      {children}
      {parts === undefined ? null : (
        <parts.JobToasts shownJob={opened?.kind === 'job' ? opened.jobId : null} onShow={planning.showJob} />
      )}
      <DialogFrame
        open={isOpen}
        onClose={close}
        size="xl"
        sticky={shown?.kind === 'plan'}
        focusAfter={focusAfter}
      >
        <KeepFocus />
        {shown?.kind === 'plan' && parts !== undefined ? (
          <parts.PlanContent
            key={shown.asking}
            target={shown.target}
            how={shown.how}
            onShowJob={planning.showJob}
            session={session}
            onClose={close}
            // The answer may come after this plan was closed. Then what is shown stays, and the top bar has the job.
            onStarted={(jobId) => setOpened((now) => (now === shown ? { kind: 'job', jobId } : now))}
          />
        ) : null}
        {shown?.kind === 'job' && parts !== undefined ? (
          <parts.JobContent
            key={shown.jobId}
            jobId={shown.jobId}
            session={session}
            onClose={close}
            onOpenBatch={(...where) => {
              close();
              onOpenBatch(...where);
            }}
            onOpenQueue={(queue) => {
              close();
              onOpenQueue(queue);
            }}
            onOpenDownloads={(where) => {
              close();
              onOpenDownloads(where);
            }}
          />
        ) : null}
      </DialogFrame>
    </PlanningContext>
  );
}

/** Loads the content of the dialog after the first paint, or says that it did not arrive if the dialog waits for it. */
function useParts(isWanted: boolean, onFailure: () => void): typeof Parts | undefined {
  const [parts, setParts] = useState<typeof Parts>();
  const toast = useToast();
  const fail = useEffectEvent(() => {
    if (!isWanted) return;
    onFailure();
    toast.show({
      message: "Couldn't load this part of the console",
      detail: 'Nothing was changed. Try again. If it keeps failing, reload the page.',
      tone: 'failed',
    });
  });
  useEffect(() => {
    if (parts !== undefined) return undefined;
    const load = () => void import('./plan/plan-content.tsx').then(setParts, () => fail());
    if (!isWanted) return afterPaint(load);
    load();
    return undefined;
  }, [parts, isWanted]);
  return parts;
}

/** Returns the element to focus after the dialog: the previous one, or the list if that is gone. */
function useFocusAfter(isOpen: boolean): () => HTMLElement | null {
  const before = useRef<Element>(null);
  useLayoutEffect(() => {
    if (isOpen) before.current = document.activeElement;
  }, [isOpen]);
  return () => {
    const { current } = before;
    const isThere = current instanceof HTMLElement && current.isConnected && current !== document.body;
    return isThere ? current : pageStop();
  };
}

/**
 * Renders nothing. The button that opened the dialog may be disabled once the job has taken its items. In
 * that case it moves the focus to the list.
 */
function KeepFocus() {
  useEffect(
    () => () => {
      afterPaint(() => {
        const focused = document.activeElement;
        const isLost = focused === null || focused === document.body || focused.ariaDisabled === 'true';
        if (isLost && document.querySelector('[role="dialog"]') === null) pageStop()?.focus();
      });
    },
    [],
  );
  return null;
}
