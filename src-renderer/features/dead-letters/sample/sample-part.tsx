import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';
import { QueueFailure } from '../queues/queue-failure.tsx';
import { depthOf } from '../queues/queue-words.ts';
import { messageColumns } from './message-columns.tsx';
import { MessagesTable } from './messages-table.tsx';
import { NotSampled } from './not-sampled.tsx';
import type { QueueContentProps } from './queue-content.tsx';
import styles from './queue-pane.module.css';
import { SampleButton } from './sample-button.tsx';
import { SampleEmpty } from './sample-empty.tsx';
import { sampledWords } from './sample-words.ts';
import { SamplingNotice } from './sampling-notice.tsx';
import { TakingPart } from './taking-part.tsx';
import type { ExportChoice } from './use-export.ts';
import type { Hold } from './use-hold.ts';
import type { Taking } from './use-sampler.ts';
import { useFittingColumns } from './use-fitting-columns.ts';
import { idOf, useShownOrder } from './use-shown-order.ts';

interface SamplePartProps extends QueueContentProps {
  readonly hold: Hold;
  readonly taking: Taking | undefined;
  readonly onTake: () => void;
  readonly onExport: (messageIds: readonly string[], choice: ExportChoice) => void;
}

/** What is held of the queue, with what holding it means; or what it would cost to look. */
export function SamplePart(props: SamplePartProps) {
  const { queue, held, taking, choice, onChoose, onTake, sampler } = props;
  const { sample } = held;
  const isTaking = taking?.isOver === false;
  const progress = <TakingPart taking={taking} onStop={() => sampler.stop(queue.name)} onRetry={onTake} />;

  if (sample === null) {
    return (
      <>
        {progress}
        {held.failure !== undefined ? (
          <QueueFailure
            failure={held.failure}
            title="What is held of this queue was not read"
            notDone="Nothing was received, and nothing was changed."
            onRetry={held.askAgain}
            isRetrying={held.isAsking}
          />
        ) : held.isKnown ? (
          <NotSampled
            queue={queue}
            choice={choice}
            onChoose={onChoose}
            isTaking={isTaking}
            whyNot={props.person.whyNotReceive}
            isSaidAbove={props.person.whyNotReceive === props.person.whyNotAct}
            onTake={onTake}
          />
        ) : (
          <SkeletonRows rows={6} label="Asking what is held of this queue" />
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
  const columns = useMemo(() => messageColumns(minute), [minute]);
  const rows = useMemo(
    () => (group === null ? sample.rows : sample.rows.filter(({ fingerprint }) => fingerprint === group)),
    [sample.rows, group],
  );
  // What has been sent or discarded meanwhile is selected no more.
  const live = useMemo(
    () => new Set(sample.rows.map(idOf).filter((id) => selected.has(id))),
    [sample.rows, selected],
  );
  const order = useShownOrder({ columns, rows, visibleColumns });
  const tellOrder = useEffectEvent(onOrder);
  useEffect(() => tellOrder(order.ids), [order.ids]);

  const depth = depthOf(queue.depth);
  const isNarrow = sample.rows.length > 0 && isTight;
  const sampleButton = (
    <SampleButton
      choice={choice}
      onChoose={props.onChoose}
      isFifo={queue.fifo}
      isTaking={isTaking}
      whyNot={props.person.whyNotReceive}
      isMore={sample.rows.length > 0}
      onTake={props.onTake}
    />
  );
  return (
    <div ref={measure} className={styles.list}>
      {sample.rows.length === 0 ? null : (
        <SamplingNotice
          sample={sample}
          isFifo={queue.fifo}
          hold={props.hold}
          whyNotHold={props.person.whyNotReceive}
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
        hint={sampledWords(sample.rows.length, depth)}
        sampleButton={isNarrow ? undefined : sampleButton}
        selected={live}
        onSelect={onSelect}
        active={message ?? active}
        onActive={(messageId) => {
          setActive(messageId);
          // What is open beside the list goes along with the cursor.
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
