import { useState } from 'react';
import type { RefObject } from 'react';
import type { Workflow } from '#shared/contract/triage/tenants.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { Note } from '#renderer/ui/note/note.tsx';
import { PaneHead } from '#renderer/ui/pane/pane.tsx';
import { useNow } from '#renderer/ui/relative-time/use-now.ts';
import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';
import type { Saving } from '../save/use-save.ts';
import type { Person } from '../use-person.ts';
import { WorkflowsFailure } from '../workflows-failure.tsx';
import { historyRows, isAhead } from './history-rows.ts';
import type { HistoryRow } from './history-rows.ts';
import { HistoryTable } from './history-table.tsx';
import styles from './history.module.css';
import { RevertDialog } from './revert-dialog.tsx';
import type { HistoryReading } from './use-history.ts';

interface HistoryProps {
  readonly sectionRef: RefObject<HTMLElement | null>;
  readonly workflow: Workflow;
  readonly reading: HistoryReading;
  readonly nameOf: (id: string) => string;
  readonly person: Person;
  readonly saving: Saving;
  readonly onReadAgain: () => void;
}

/** Every version with its reason, the newest first; any of them can come back. */
export function History(props: HistoryProps) {
  const { sectionRef, workflow, reading, nameOf, person, saving, onReadAgain } = props;
  const [reverting, setReverting] = useState<HistoryRow | null>(null);
  const now = useNow(60_000);
  const { events, isRead, complete, failure, lastRru } = reading;
  const rows = historyRows(events, workflow, complete);
  return (
    <section ref={sectionRef} tabIndex={-1} className={styles.history} aria-label="History">
      <PaneHead title="History" hint="every version can come back; times are UTC" />
      {isRead && isAhead(events, workflow) ? (
        <Note
          flat
          live
          tone="warn"
          action={
            <Button size="sm" variant="ghost" onClick={onReadAgain}>
              Read again
            </Button>
          }
        >
          Somebody has saved since this workflow was read.
        </Note>
      ) : null}
      {isRead ? (
        <>
          <HistoryTable
            rows={rows}
            now={now}
            nameOf={nameOf}
            whyNotRevert={person.whyNotSave}
            onRevert={setReverting}
          />
          <p className={styles.end}>
            {complete ? (
              events.length === 1 ? (
                '1 version, this is all'
              ) : (
                `${String(events.length)} versions, these are all`
              )
            ) : (
              <Button size="sm" variant="ghost" loading={reading.reading} onClick={reading.readOn}>
                {lastRru === undefined ? 'Older versions' : `Older versions, about ${String(lastRru)} RRU`}
              </Button>
            )}
          </p>
        </>
      ) : failure === undefined ? (
        <SkeletonRows rows={4} label="Reading the history" />
      ) : null}
      {failure === undefined ? null : (
        <WorkflowsFailure
          failure={failure}
          title="The history was not read"
          notDone="What the workflow says now is known, and can be changed; who changed it before is not shown."
          onRetry={reading.readAgain}
          retrying={reading.reading}
        />
      )}
      <RevertDialog
        row={reverting}
        workflow={workflow}
        person={person}
        saving={saving}
        now={now}
        onClose={() => setReverting(null)}
        focusAfter={() => sectionRef.current}
      />
    </section>
  );
}
