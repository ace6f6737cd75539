import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { PlanningContext, type Planning } from '#renderer/contract/planning.ts';
import { useJobs } from '#renderer/contract/jobs-provider.tsx';
import { afterPaint } from '#renderer/ui/after-paint.ts';
import { DialogFrame } from '#renderer/ui/dialog.tsx';
import { pageStop } from '#renderer/ui/focus.ts';
import { useToast } from '#renderer/ui/toast.tsx';
import type { Job, JobState } from '#shared/contract/jobs.ts';
import type { PlanTarget } from '#shared/domain/job-kinds/job-kinds.ts';
import { JobContent } from './job/job-content.tsx';
import { listJobNews, readStates } from './job/job-rules.ts';
import { PlanContent } from './plan/plan-content.tsx';
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
  | { readonly kind: 'plan'; readonly target: PlanTarget; readonly asking: string }
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

  const planning = useMemo<Planning>(() => {
    return {
      plan: (target) => setOpened({ kind: 'plan', target, asking: crypto.randomUUID() }),
      showJob: (jobId) => setOpened({ kind: 'job', jobId }),
    };
  }, []);
  const close = () => setOpened(null);
  const focusAfter = useFocusAfter(opened !== null);

  return (
    <PlanningContext value={planning}>
      {children}
      <JobToasts shownJob={opened?.kind === 'job' ? opened.jobId : null} onShow={planning.showJob} />
      <DialogFrame
        open={opened !== null}
        onClose={close}
        size="xl"
        sticky={shown?.kind === 'plan'}
        focusAfter={focusAfter}
      >
        <KeepFocus />
        {shown?.kind === 'plan' ? (
          <PlanContent
            key={shown.asking}
            target={shown.target}
            session={session}
            onClose={close}
            onStarted={planning.showJob}
          />
        ) : null}
        {shown?.kind === 'job' ? (
          <JobContent
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

interface JobToastsProps {
  /** The job in the dialog needs no toast. */
  readonly shownJob: string | null;
  readonly onShow: (jobId: string) => void;
}

/** Renders nothing. It shows toasts about jobs that run in the background. */
function JobToasts({ shownJob, onShow }: JobToastsProps) {
  const jobs = useJobs().value?.jobs;
  const known = useRef<ReadonlyMap<string, JobState> | undefined>(undefined);
  const toast = useToast();

  const tell = useEffectEvent((now: readonly Job[]) => {
    const news = listJobNews(known.current, now);
    known.current = readStates(now);
    for (const { jobId, ...words } of news) {
      if (jobId === shownJob) continue;
      toast.show({
        ...words,
        id: `job-${jobId}`,
        timeoutMs: 12_000,
        action: { label: 'Show', onAction: () => onShow(jobId) },
      });
    }
  });
  useEffect(() => {
    if (jobs !== undefined) tell(jobs);
  }, [jobs]);
  return null;
}
