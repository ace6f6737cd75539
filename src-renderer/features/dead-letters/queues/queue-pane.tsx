import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { DeadLetterQueue } from '#shared/contract/dead-letters.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useJobs } from '#renderer/contract/jobs-provider.tsx';
import { useKept } from '#renderer/contract/use-kept.ts';
import type { Selection } from '#renderer/ui/data-table/use-row-selection.ts';
import { SplitPanes } from '#renderer/ui/split-panes.tsx';
import type { DeadLettersAddress, GoDeadLetters } from '../address.ts';
import type { PersonHere } from '#renderer/contract/use-person-here.ts';
import { MessageDrawer, type OpenDocument } from '../message/message-drawer.tsx';
import { messages } from '../messages.ts';
import { heldOptions, useHeld } from '../sample/held-sample.ts';
import type { SampleChoice, Sampler } from '../sample/use-sampling.ts';
import { QueueContent } from './queue-content.tsx';

export interface UnreadQueue {
  readonly why: string;
  /** The queue is shown as it was read at this time. */
  readonly readAt: string;
  readonly isReading: boolean;
  readonly readAgain: () => void;
}

export interface QueuePaneProps {
  readonly queue: DeadLetterQueue;
  /** Says why the queue could not be read again; undefined if it was. */
  readonly unread: UnreadQueue | undefined;
  readonly address: DeadLettersAddress;
  readonly go: GoDeadLetters;
  readonly person: PersonHere;
  readonly sampler: Sampler;
  readonly onGiveBack: (queue: string) => void;
  readonly choice: SampleChoice;
  readonly onChoose: (change: Partial<SampleChoice>) => void;
  readonly selected: Selection;
  readonly onSelect: (selected: Selection) => void;
  readonly onOpenDocument: OpenDocument;
  /** The time, rounded to ten seconds. */
  readonly now: number;
}

/** Shows one queue: its actions, its sample, and the open message beside that. */
export function QueuePane(props: QueuePaneProps) {
  const { queue, address, go } = props;
  const held = useHeld(queue.name);
  useFollowJobs(queue);
  const [width, keepWidth] = useKept(widthKey, drawerWidth);
  const [order, setOrder] = useState<readonly string[]>([]);
  const message = held.sample?.rows.find(({ messageId }) => messageId === address.message);

  // A message that was sent or discarded while it was open is closed silently. A link to one that was never
  // here says so.
  const seen = useRef<string | null>(null);
  const close = useEffectEvent(() => go({ message: null }, 'replace'));
  const shown = message?.messageId ?? null;
  useEffect(() => {
    if (shown !== null) seen.current = shown;
    else if (address.message !== null && address.message === seen.current) close();
  }, [shown, address.message]);

  function step(by: 1 | -1): void {
    const next = order[order.indexOf(address.message ?? '') + by];
    if (next !== undefined) go({ message: next }, 'replace');
  }

  return (
    <SplitPanes
      label={messages.page.messageWidth}
      sized="end"
      size={width}
      defaultSize={drawerWidth}
      min={300}
      minOther={400}
      narrow="cover"
      onResize={(size) => keepWidth(() => size)}
      start={<QueueContent {...props} held={held} onOrder={setOrder} />}
      end={
        message === undefined ? undefined : (
          <MessageDrawer
            queue={queue}
            messageId={message.messageId}
            onClose={() => go({ message: null }, 'replace')}
            onStep={step}
            onOpenDocument={props.onOpenDocument}
          />
        )
      }
    />
  );
}

const widthKey = ['dead-letters.message.width'];
const drawerWidth = 348;

/**
 * Jobs and moves take messages out of the sample, so it is read again while they run. This receives nothing.
 */
function useFollowJobs({ name: queue, moves }: Pick<DeadLetterQueue, 'name' | 'moves'>): void {
  const client = useQueryClient();
  const jobs = useJobs().value?.jobs ?? [];
  const [newest] = moves;
  const progress = JSON.stringify([
    [newest?.startedAt, newest?.state],
    ...jobs.filter((job) => job.queue === queue).map(({ jobId, state, counts }) => [jobId, state, counts]),
  ]);
  const seen = useRef(progress);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const askAgain = useEffectEvent(() => {
    timer.current = undefined;
    void client.invalidateQueries({ queryKey: heldOptions(queue).queryKey, exact: true });
    void client.invalidateQueries({ queryKey: operationOptions('dead-letters.queues', {}).queryKey });
  });
  useEffect(() => {
    if (seen.current === progress) return;
    seen.current = progress;
    // A job of ten thousand items reports progress many times a second.
    timer.current ??= setTimeout(() => askAgain(), pauseMs);
  }, [progress]);

  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
}

const pauseMs = 1_000;
