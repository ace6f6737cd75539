import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { usePlanning } from '#renderer/contract/planning.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Chip, type ChipTone } from '#renderer/ui/chip.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { DialogBody } from '#renderer/ui/dialog.tsx';
import { Drawer } from '#renderer/ui/drawer.tsx';
import { KeyValueList, type KeyValueItem } from '#renderer/ui/key-value-list.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { TabPanel, Tabs } from '#renderer/ui/tabs.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import { RelativeTime } from '#renderer/ui/relative-time.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { Execution } from '#shared/contract/executions.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { PartFailure } from '../parts/part-failure.tsx';
import styles from './documents-table.module.css';
import { runAtHand, RunAside, runOptions } from './run-part.tsx';
import { leaveExecution, type ExecutionPart, type GoTriage, type TriageAddress } from '../address.ts';
import events from '../timeline/events.module.css';
import { executionMessages as texts } from '../timeline/execution-messages.ts';
import { RunAttempts, RunEvents, WhyFailed } from '../timeline/run-events.tsx';
import { messages } from '../messages.ts';

interface ExecutionDrawerProps {
  readonly batch: Batch;
  readonly address: TriageAddress;
  readonly go: GoTriage;
  readonly now: number;
  readonly whyNot: string | undefined;
  readonly onReprocessFailed: () => void;
}

/** Shows the execution of one run, or of one document of it: how it stands, its events and its attempts. */
export function ExecutionDrawer(props: ExecutionDrawerProps) {
  const { batch, address, go } = props;
  const run = runAtHand(batch, address.run);
  const onClose = () => go(leaveExecution);
  return (
    <Drawer
      open
      onClose={onClose}
      width="whole"
      title={run === null ? 'Execution' : `Execution ${batch.batchId}-r${String(run)}`}
      aside={
        run === null ? undefined : (
          <RunAside
            batch={batch}
            run={run}
            onRun={(next) => go({ run: next, event: null, child: null }, 'replace')}
          />
        )
      }
    >
      {run === null ? (
        <DialogBody>
          <EmptyState title={messages.batch.notStarted}>{messages.execution.startsLater}</EmptyState>
        </DialogBody>
      ) : (
        <ExecutionParts key={run} {...props} run={run} onClose={onClose} />
      )}
    </Drawer>
  );
}

type OpenProps = ExecutionDrawerProps & { readonly run: number; readonly onClose: () => void };

function ExecutionParts(props: OpenProps) {
  const { batch, run, address, go } = props;
  const { child, event, about, execution } = address;
  const name = { batchId: batch.batchId, run, ...(child !== null && { child }) };
  const openDocument = (document: string) => go({ ...leaveExecution, document });
  return (
    <>
      {child === null ? null : (
        <Note
          flat
          action={
            <Button size="sm" onClick={() => go({ child: null, event: null, about: null }, 'replace')}>
              Show the whole run
            </Button>
          }
        >
          {about === null ? texts.ofChild(child) : `${texts.ofChild(child)}, ${about}`}
        </Note>
      )}
      <Tabs<ExecutionPart>
        label={texts.parts}
        value={execution ?? 'overview'}
        onChange={(next) => go({ execution: next }, 'replace')}
        className={events.panel}
        tabs={[
          { value: 'overview', label: texts.overview },
          { value: 'events', label: texts.events },
          { value: 'attempts', label: texts.attempts },
        ]}
      >
        <TabPanel value="overview" className={classNames(events.panel, events.overview)}>
          <OpenExecution {...props} />
        </TabPanel>
        <TabPanel value="events" className={events.panel ?? ''}>
          <RunEvents
            name={name}
            runs={runOptions(batch)
              .map((one) => one.run)
              .filter((one) => one !== run)
              .slice(0, mostRuns)}
            eventId={event}
            about={about}
            onEvent={(next) => go({ event: next }, 'replace')}
            onAbout={(next) => go({ about: next, event: null }, 'replace')}
            onOpenDocument={openDocument}
          />
        </TabPanel>
        <TabPanel value="attempts" className={events.panel ?? ''}>
          <RunAttempts
            name={name}
            onEvent={(next) => go({ execution: 'events', event: next, about: null })}
          />
        </TabPanel>
      </Tabs>
    </>
  );
}

const mostRuns = 10;

function OpenExecution(props: OpenProps) {
  const { batch, run, now, onClose, whyNot, onReprocessFailed, go } = props;
  const { batchId } = batch;
  const planning = usePlanning();
  // An old description would offer actions that are no longer possible.
  const query = useQuery({
    ...operationOptions('executions.read', { batchId, run }),
    refetchOnMount: 'always',
  });
  useShowReceipt('execution', query.data?.receipt);
  const execution: Execution | undefined = query.data?.value;

  /** Only one dialog is open at a time, so the plan replaces this one. */
  function instead(open: () => void): () => void {
    return () => {
      onClose();
      open();
    };
  }

  if (execution === undefined) {
    return query.error === null ? (
      <SkeletonRows rows={5} label="Reading the execution" />
    ) : (
      <PartFailure
        failure={toFailure(query.error)}
        title={messages.execution.notRead}
        notDone={messages.execution.noActions}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  return (
    <div className={styles.execution}>
      <WhyFailed execution={execution} onEvent={(event) => go({ execution: 'events', event })} />
      <ExecutionFacts execution={execution} now={now} />
      <ExecutionActions
        execution={execution}
        failed={batch.counts.FAILED ?? 0}
        whyNot={whyNot}
        onRedrive={instead(() => planning.plan({ kind: 'redrive-execution', batchId, run }))}
        onReprocess={instead(onReprocessFailed)}
        onStop={instead(() => planning.plan({ kind: 'stop-execution', batchId, run }))}
      />
    </div>
  );
}

interface ExecutionFactsProps {
  readonly execution: Execution;
  readonly now: number;
}

/** The facts that Step Functions gives about the execution. */
function ExecutionFacts({ execution, now }: ExecutionFactsProps) {
  const { arn, status, startedAt, stoppedAt, error, redriveCount, redrivenAt, redriveUntil } = execution;
  const items: KeyValueItem[] = [
    { label: 'Status', value: <Chip tone={tones[status]}>{status}</Chip> },
    { label: 'Started', value: formatMoment(startedAt, now) },
    ...(stoppedAt === null ? [] : [{ label: 'Ended', value: formatMoment(stoppedAt, now) }]),
    ...(error === null
      ? []
      : [
          {
            label: 'Error',
            value: <Wrapped>{[error.code, error.cause].filter((part) => part !== null).join(': ')}</Wrapped>,
          },
        ]),
    { label: 'Redriven', value: formatTimes(redriveCount) },
    ...(redrivenAt === null ? [] : [{ label: 'Last redriven', value: formatMoment(redrivenAt, now) }]),
    { label: 'Redrive', value: <Wrapped>{describeRedrive(execution)}</Wrapped> },
    ...(redriveUntil === null ? [] : [{ label: 'Redrive until', value: formatMoment(redriveUntil, now) }]),
    { label: 'ARN', value: arn, mono: true, copy: arn },
  ];
  return <KeyValueList items={items} />;
}

/** Wraps a reason, because it must be readable to its end. */
function Wrapped({ children }: { readonly children: string }) {
  return <span className={styles.wrapped}>{children}</span>;
}

function formatMoment(text: string | null, now: number): ReactNode {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? 'unknown' : <RelativeTime at={at} now={now} />;
}

const tones: Readonly<Record<Execution['status'], ChipTone>> = {
  RUNNING: 'accent',
  PENDING_REDRIVE: 'accent',
  SUCCEEDED: 'succeeded',
  FAILED: 'failed',
  TIMED_OUT: 'failed',
  ABORTED: 'failed',
};

/** "NOT_REDRIVABLE: Execution is RUNNING and cannot be redriven": AWS's own words, with its reason. */
function describeRedrive({ redriveStatus, redriveStatusReason }: Execution): string {
  if (redriveStatus === null) return messages.execution.notStated;
  return redriveStatusReason === null || redriveStatusReason === ''
    ? redriveStatus
    : `${redriveStatus}: ${redriveStatusReason}`;
}

function formatTimes(count: number): string {
  if (count === 0) return 'never';
  return count === 1 ? 'once' : `${String(count)} times`;
}

interface ExecutionActionsProps {
  readonly execution: Execution;
  /** The number of failed documents in the batch. */
  readonly failed: number;
  readonly whyNot: string | undefined;
  readonly onRedrive: () => void;
  readonly onReprocess: () => void;
  readonly onStop: () => void;
}

/**
 * Shows two actions that are often confused side by side. Each says what it would do, or why it is not
 * possible.
 */
function ExecutionActions(props: ExecutionActionsProps) {
  const { execution, failed, whyNot, onRedrive, onReprocess, onStop } = props;
  const { canRedrive, canStop, status, run } = execution;
  const notRedrive = whyNot ?? (canRedrive.allowed ? undefined : canRedrive.why);
  const notReprocess = whyNot ?? (failed > 0 ? undefined : messages.execution.noneFailed);
  const notStop = whyNot ?? (canStop.allowed ? undefined : canStop.why);
  return (
    <section className={styles.actions} aria-label={messages.execution.actions}>
      <div className={styles.verbs}>
        <Verb title="Redrive" kind={`AWS's own retry`} reason={notRedrive}>
          Continues <b>this same execution</b>, run {run}, from where it failed, with the{' '}
          <b>old definition</b> it was started with. Possible for 14 days after it ends.
          <Button size="sm" disabled={notRedrive ?? false} onClick={onRedrive}>
            Redrive execution…
          </Button>
        </Verb>
        <Verb title="Reprocess" kind="a new run" reason={notReprocess}>
          Starts a <b>new run</b> for exactly the failed documents, with the <b>current definition</b>. The
          old execution stays as it is.
          <Button size="sm" disabled={notReprocess ?? false} onClick={onReprocess}>
            {failed > 0 ? `Reprocess ${grouped(failed)} failed…` : 'Reprocess failed…'}
          </Button>
        </Verb>
      </div>
      {status === 'RUNNING' || canStop.allowed ? (
        <div className={styles.stop}>
          <p>
            <b>Stop</b> ends this execution now. Documents in progress are not finished; ended ones stay as
            they are.
            {notStop === undefined ? null : <span className={styles.reason}>{notStop}</span>}
          </p>
          <Button size="sm" variant="danger" disabled={notStop ?? false} onClick={onStop}>
            Stop execution…
          </Button>
        </div>
      ) : null}
    </section>
  );
}

interface VerbProps {
  readonly title: string;
  readonly kind: string;
  readonly reason: string | undefined;
  readonly children: readonly ReactNode[];
}

/** The last child is the button, which is aligned at the foot of both columns. */
function Verb({ title, kind, reason, children }: VerbProps) {
  return (
    <section className={styles.verb} aria-label={title}>
      <h3 className={styles.verbTitle}>
        {title} <span>{kind}</span>
      </h3>
      <p className={styles.what}>{children.slice(0, -1)}</p>
      {reason === undefined ? null : <p className={styles.reason}>{reason}</p>}
      {children.at(-1)}
    </section>
  );
}
