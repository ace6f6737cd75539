import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { PlanTarget } from '#shared/contract/jobs/plans.ts';
import { PlanningContext } from '#renderer/contract/planning.ts';
import type { Planning } from '#renderer/contract/planning.ts';
import { DialogFrame } from '#renderer/ui/dialog/dialog.tsx';
import { JobContent } from './job/job-content.tsx';
import { JobToasts } from './job/job-toasts.tsx';
import { PlanContent } from './plan/plan-content.tsx';
import { FocusKept, useFocusAfter } from './focus-kept.tsx';
import type { OpenBatch, OpenDownloads, OpenQueue, PlanningSession } from './planning-session.ts';

export interface PlanHostProps {
  readonly session: PlanningSession;
  /** What lies over a page does not lie over the next one. */
  readonly place: string;
  readonly onOpenBatch: OpenBatch;
  readonly onOpenQueue: OpenQueue;
  readonly onOpenDownloads: OpenDownloads;
  readonly children: ReactNode;
}

type Opened =
  | { readonly kind: 'plan'; readonly target: PlanTarget; readonly asking: string }
  | { readonly kind: 'job'; readonly jobId: string };

/** The one dialog in which a plan is seen, confirmed and watched, for every screen (decision 004). */
export function PlanHost({
  session,
  place,
  onOpenBatch,
  onOpenQueue,
  onOpenDownloads,
  children,
}: PlanHostProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  // What is fading out is still drawn.
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
        <FocusKept />
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
