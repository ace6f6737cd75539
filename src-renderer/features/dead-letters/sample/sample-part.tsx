import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react';
import type { Sample } from '#shared/contract/dead-letters.ts';
import type { Failure } from '#shared/contract/result.ts';
import { whyNotChangeMessages, whyNotReceive } from '#shared/permissions.ts';
import { toFailureText, type FailureWords } from '#renderer/contract/failure-text.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { ProgressBar } from '#renderer/ui/progress.tsx';
import { localClock, useNow } from '#renderer/ui/relative-time.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { EmptyState, FailureState } from '#renderer/ui/states.tsx';
import { messages } from '../messages.ts';
import type { QueueContentProps } from '../queues/queue-content.tsx';
import queuePaneStyles from '../queues/queue-pane.module.css';
import { sumDepth } from '../queues/queue-status.ts';
import type { ExportChoice, Hold } from './held-sample.ts';
import { buildMessageColumns, useFittingColumns } from './message-columns.tsx';
import { getMessageId, MessagesTable, useShownOrder } from './messages-table.tsx';
import styles from './sample.module.css';
import { formatCountdown, formatHoldTime, formatReceiveCost, formatSampled } from './sample-text.ts';
import { NotSampled, SampleButton } from './start-sampling.tsx';
import type { SamplingProgress } from './use-sampling.ts';

interface SamplePartProps extends QueueContentProps {
  readonly hold: Hold;
  readonly taking: SamplingProgress | undefined;
  readonly onTake: () => void;
  readonly onExport: (messageIds: readonly string[], choice: ExportChoice) => void;
}

/** Shows the held messages of the queue and what holding them means, or what a sample would cost. */
export function SamplePart(props: SamplePartProps) {
  const { queue, held, taking, choice, onChoose, onTake, sampler } = props;
  const { sample } = held;
  const { me, connection } = props.person;
  const whyNotSample = whyNotReceive(connection);
  const isTaking = taking?.isOver === false;
  const progress = (
    <SamplingProgressPart taking={taking} onStop={() => sampler.stop(queue.name)} onRetry={onTake} />
  );

  if (sample === null) {
    return (
      <>
        {progress}
        {held.failure !== undefined ? (
          <QueueFailure
            failure={held.failure}
            title={messages.sample.notRead}
            notDone={messages.sample.nothingReceived}
            onRetry={held.askAgain}
            isRetrying={held.isAsking}
          />
        ) : held.isKnown ? (
          <NotSampled
            queue={queue}
            choice={choice}
            onChoose={onChoose}
            isTaking={isTaking}
            whyNot={whyNotSample}
            isSaidAbove={whyNotSample === whyNotChangeMessages(me, connection)}
            onTake={onTake}
          />
        ) : (
          <SkeletonRows rows={6} label={messages.sample.loading} />
        )}
      </>
    );
  }
  return (
    <HeldMessages {...props} sample={sample} isTaking={isTaking}>
      {progress}
    </HeldMessages>
  );
}

type HeldMessagesProps = SamplePartProps & {
  readonly sample: NonNullable<SamplePartProps['held']['sample']>;
  readonly isTaking: boolean;
  readonly children: ReactNode;
};

function HeldMessages(props: HeldMessagesProps) {
  const { queue, sample, address, go, selected, onSelect, now, choice, onOrder, isTaking } = props;
  const { group, message } = address;
  const { measure, isNarrow: isTight, visibleColumns, chooseColumns } = useFittingColumns();
  const [active, setActive] = useState<string | null>(message);
  const minute = Math.floor(now / 60_000) * 60_000;
  const columns = useMemo(() => buildMessageColumns(minute), [minute]);
  const rows = useMemo(
    () => (group === null ? sample.rows : sample.rows.filter(({ fingerprint }) => fingerprint === group)),
    [sample.rows, group],
  );
  // Messages that were sent or discarded meanwhile leave the selection.
  const live = useMemo(
    () => new Set(sample.rows.map(getMessageId).filter((id) => selected.has(id))),
    [sample.rows, selected],
  );
  const order = useShownOrder({ columns, rows, visibleColumns });
  const tellOrder = useEffectEvent(onOrder);
  useEffect(() => tellOrder(order.ids), [order.ids]);

  const depth = sumDepth(queue.depth);
  const whyNotSample = whyNotReceive(props.person.connection);
  const isNarrow = sample.rows.length > 0 && isTight;
  const sampleButton = (
    <SampleButton
      choice={choice}
      onChoose={props.onChoose}
      isFifo={queue.fifo}
      isTaking={isTaking}
      whyNot={whyNotSample}
      isMore={sample.rows.length > 0}
      onTake={props.onTake}
    />
  );
  return (
    <div ref={measure} className={queuePaneStyles.list}>
      {sample.rows.length === 0 ? null : (
        <SamplingNotice
          sample={sample}
          isFifo={queue.fifo}
          hold={props.hold}
          whyNotHold={whyNotSample}
          holdSeconds={choice.holdSeconds}
          onGiveBack={() => props.onGiveBack(queue.name)}
          sampleButton={isNarrow ? sampleButton : undefined}
        />
      )}
      {props.children}
      <MessagesTable
        rows={rows}
        columns={columns}
        visibleColumns={visibleColumns}
        onVisibleColumns={chooseColumns}
        order={order}
        hint={formatSampled(sample.rows.length, depth)}
        sampleButton={isNarrow ? undefined : sampleButton}
        selected={live}
        onSelect={onSelect}
        active={message ?? active}
        onActive={(messageId) => {
          setActive(messageId);
          // The open message follows the cursor.
          if (message !== null && messageId !== message) go({ message: messageId }, 'replace');
        }}
        onOpen={(messageId) => {
          setActive(messageId);
          if (messageId !== message) go({ message: messageId }, message === null ? 'push' : 'replace');
        }}
        onExport={(messageIds) => props.onExport(messageIds, { format: 'csv', isWhole: false })}
        isTaking={isTaking}
        empty={
          <SampleEmpty
            sample={sample}
            depth={depth}
            group={group}
            onEveryGroup={() => go({ group: null }, 'replace')}
          />
        }
      />
    </div>
  );
}

interface SamplingNoticeProps {
  readonly sample: Sample;
  readonly isFifo: boolean;
  readonly hold: Hold;
  readonly holdSeconds: number;
  readonly whyNotHold: string | undefined;
  readonly onGiveBack: () => void;
  /** The button is shown here if the bar of the table has no room for it. */
  readonly sampleButton?: ReactNode;
}

/** Says what sampling did to the messages, what it cost, and how long other readers cannot receive them. */
function SamplingNotice(props: SamplingNoticeProps) {
  const { sample, isFifo, hold, holdSeconds, whyNotHold, onGiveBack, sampleButton } = props;
  const now = useNow();
  const { rows, calls } = sample;
  const left = Date.parse(sample.until) - now;
  const isOver = left <= 0;
  const at = localClock(sample.sampledAt);
  const cost = formatReceiveCost(calls, isFifo);
  return (
    <Note tone="warn" flat className={styles.note}>
      <div className={styles.notice}>
        <p className={styles.says}>
          <b>{messages.sample.countsAsReceive}</b>{' '}
          {isOver ? (
            messages.sample.released(rows.length, at, cost, localClock(sample.until))
          ) : (
            <>
              {messages.sample.hidden(rows.length, at, cost)}
              <b className={styles.countdown}>{formatCountdown(left)}</b> {messages.sample.hiddenEnd}
            </>
          )}
        </p>
        <span className={styles.actions}>
          {sampleButton}
          {isOver ? null : (
            <Button
              size="sm"
              variant="ghost"
              shortcut={pageKeys.deadLetters.holdLonger}
              loading={hold.isHolding}
              disabled={whyNotHold ?? false}
              onClick={() => hold.holdLonger(holdSeconds)}
            >
              {messages.sample.hold(formatHoldTime(holdSeconds))}
            </Button>
          )}
          <Button size="sm" variant="ghost" shortcut={pageKeys.deadLetters.giveBack} onClick={onGiveBack}>
            {isOver ? messages.sample.clear : messages.sample.giveBack}
          </Button>
        </span>
      </div>
    </Note>
  );
}

interface SamplingProgressPartProps {
  readonly taking: SamplingProgress | undefined;
  readonly onStop: () => void;
  readonly onRetry: () => void;
}

/** Shows the progress of a sampling, or why it ended early. */
function SamplingProgressPart({ taking, onStop, onRetry }: SamplingProgressPartProps) {
  if (taking === undefined) return null;
  const { received, of, isStopping, isOver, failure } = taking;
  if (!isOver) {
    return (
      <div className={styles.taking}>
        <ProgressBar label={messages.sample.receiving} value={received} max={of} thin />
        <Button size="sm" variant="ghost" disabled={isStopping} onClick={onStop}>
          {isStopping ? messages.sample.stopping : messages.sample.stop}
        </Button>
      </div>
    );
  }
  if (failure === undefined) return null;
  // Without an answer it is unknown whether messages were received; main then says what may be hidden.
  const isNone = received === 0 && failure.code !== 'aws-unreachable';
  return (
    <Note
      tone="bad"
      flat
      live
      action={
        <Button size="sm" variant="ghost" onClick={onRetry}>
          {messages.common.retry}
        </Button>
      }
    >
      <b>{messages.sample.endedEarly}</b> {failure.message}
      {isNone ? messages.sample.noneReceived : ''}
      {failure.reference === '' ? null : messages.common.reference(failure.reference)}
    </Note>
  );
}

interface SampleEmptyProps {
  readonly sample: Sample;
  readonly depth: number | null;
  readonly group: string | null;
  readonly onEveryGroup: () => void;
}

/** Says why a sample shows no rows: its group is gone, or the queue returned none. */
function SampleEmpty({ sample, depth, group, onEveryGroup }: SampleEmptyProps) {
  if (group !== null && sample.rows.length > 0) {
    return (
      <EmptyState
        title={messages.sample.noneInGroup(sample.rows.length, group)}
        actions={
          <Button size="sm" onClick={onEveryGroup}>
            {messages.sample.showAllGroups}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState title={messages.sample.none}>
      <p>{depth === 0 ? messages.sample.noneEmpty : messages.sample.noneLeft}</p>
    </EmptyState>
  );
}

interface QueueFailureProps {
  readonly failure: Failure;
  /** "The queues were not read" */
  readonly title: string;
  /** Says what is not shown because of the failure, and what is safe. */
  readonly notDone: string;
  readonly onRetry: () => void;
  readonly isRetrying: boolean;
}

/** Says why nothing is shown of a queue, and that nothing in it was changed. */
export function QueueFailure({ failure, title, notDone, onRetry, isRetrying }: QueueFailureProps) {
  return (
    <FailureState
      told={toFailureText(failure, { title, titles, nexts, outOfScope: notDone })}
      notDone={notDone}
      onRetry={onRetry}
      retrying={isRetrying}
    />
  );
}

const titles: FailureWords = {
  throttled: messages.sample.throttled,
  // The page says this before it asks. This case is a person who switched roles while the page was shown.
  'tenant-out-of-scope': messages.sample.noAccess,
  'role-required': messages.sample.noAccess,
};

const nexts: FailureWords = {
  'not-found': messages.sample.checkName,
  'role-required': messages.sample.requiresRole,
};
