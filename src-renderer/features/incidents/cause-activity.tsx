import { useState } from 'react';
import type { OpenCause } from '#shared/contract/incidents.ts';
import { casePlaces } from '#shared/domain/case-link.ts';
import type { CauseCase } from '#shared/domain/case-summary.ts';
import { useNames } from '#renderer/contract/names.tsx';
import { usePageCommands } from '#renderer/contract/page-commands.ts';
import { useActivity, useWriteNote } from '#renderer/contract/use-activity.ts';
import { ActivityItems, ActivityPanel, NoteForm } from '#renderer/ui/activity-panel.tsx';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { CaseLink } from '#renderer/ui/case-link.tsx';
import { CaseSummaryDialog } from '#renderer/ui/case-summary.tsx';
import { PaneHead } from '#renderer/ui/pane.tsx';
import { useNow } from '#renderer/ui/relative-time.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import { IncidentsFailure } from './incident-parts.tsx';
import styles from './incidents.module.css';
import { messages } from './messages.ts';

const words = messages.activity;

/** Shows notes on the cause, and who worked on it before. */
export function CauseActivity({ fingerprint }: { readonly fingerprint: string }) {
  const activity = useActivity({ is: 'cause', fingerprint });
  useShowReceipt('cause activity', activity.receipts);
  const note = useWriteNote({ is: 'cause', fingerprint }, activity.readAgain);
  const now = useNow(30_000);
  const { rows, notKept, failure, isRead } = activity;
  return (
    <section className={styles.part} aria-label={words.title}>
      <PaneHead title={words.title} level={2} />
      <ActivityPanel>
        <NoteForm {...note} onWrite={() => void note.write()} whyNot={notKept ?? undefined} />
        {notKept !== null ? null : isRead ? (
          rows.length === 0 ? (
            <p className={styles.quiet}>{words.none}</p>
          ) : (
            <>
              <ActivityItems
                label={words.title}
                now={now}
                items={rows.map(({ entry: { id, at }, sentence }) => ({ id, at, sentence }))}
              />
              {activity.readOn === undefined ? null : (
                <Button size="sm" variant="ghost" loading={activity.reading} onClick={activity.readOn}>
                  {words.more}
                </Button>
              )}
            </>
          )
        ) : failure === undefined ? (
          <SkeletonRows rows={3} label={words.loading} />
        ) : (
          <IncidentsFailure
            failure={failure}
            title={words.notRead}
            notDone={words.notDone}
            onRetry={activity.readAgain}
            retrying={activity.reading}
          />
        )}
      </ActivityPanel>
    </section>
  );
}

interface CauseSummaryProps {
  readonly read: OpenCause;
  readonly days: number;
}

/** Copies a link to the cause, or shows a summary of it to copy. */
export function CauseSummary(props: CauseSummaryProps) {
  const [isOpen, setOpen] = useState(false);
  usePageCommands([
    {
      id: 'summary',
      title: words.summary,
      keywords: ['copy', 'ticket', 'customer', 'paste', props.read.cause.fingerprint],
      icon: 'export',
      run: () => setOpen(true),
    },
  ]);
  const { fingerprint, pattern } = props.read.cause;
  return (
    <>
      <CaseLink place={casePlaces.cause(fingerprint)} says={messages.cause.link(fingerprint, pattern)} />
      <IconButton icon="receipt" label={words.summaryButton} onClick={() => setOpen(true)} />
      {isOpen ? <OpenCauseSummary {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function OpenCauseSummary({ read, days, onClose }: CauseSummaryProps & { readonly onClose: () => void }) {
  const names = useNames();
  const { fingerprint, work } = read.cause;
  const activity = useActivity({ is: 'cause', fingerprint });
  const summary: CauseCase = {
    is: 'cause',
    read,
    days,
    tenantName: null,
    at: read.readAt,
    // A note is free text, so it stays out.
    actions: activity.rows
      .filter(({ entry: { kind } }) => kind !== 'note' && kind !== 'looked')
      .map(({ entry: { at, note }, sentence: { who, did, result } }) => ({
        at,
        text: `${who} ${did}${result === null || note !== null ? '' : `: ${result}`}`,
      })),
    worker: work.by === null ? null : { name: names.person(work.by), since: work.since },
    link: null,
  };
  return (
    <CaseSummaryDialog
      title={words.summaryTitle(fingerprint)}
      of={summary}
      place={casePlaces.cause(fingerprint)}
      reading={!activity.isRead && activity.failure === undefined}
      onClose={onClose}
    />
  );
}
