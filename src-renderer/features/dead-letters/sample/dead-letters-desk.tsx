import { useReceiptTitles } from '#renderer/contract/use-receipt-titles.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import { View } from '#renderer/ui/pane/view.tsx';
import { usePageKeys } from '#renderer/ui/kbd/use-page-keys.ts';
import { ReceiptsOfView, useShowReceipt } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import { useNow } from '#renderer/ui/relative-time/use-now.ts';
import { SplitPanes } from '#renderer/ui/split-panes/split-panes.tsx';
import type { DeadLettersAddress, GoDeadLetters } from '../dead-letters-address.ts';
import type { OpenDocument } from '../message/open-message.tsx';
import { QueuesPane } from '../queues/queues-pane.tsx';
import { queuesReceipt } from '../queues/queues-receipt.ts';
import type { Person } from '../queues/use-person.ts';
import { useQueues } from '../queues/use-queues.ts';
import { ShownQueue } from './shown-queue.tsx';
import { useHeldCounts } from './use-held.ts';
import { useOpenQueue } from './use-open-queue.ts';
import { useSampling } from './use-sampling.ts';

interface DeadLettersDeskProps {
  readonly address: DeadLettersAddress;
  readonly go: GoDeadLetters;
  readonly person: Person;
  readonly onOpenDocument: OpenDocument;
}

/** The queues on the left; on the right the one that is open. What was sampled is held for as long as the page is shown. */
export function DeadLettersDesk({ address, go, person, onOpenDocument }: DeadLettersDeskProps) {
  const reading = useQueues();
  const titleOf = useReceiptTitles();
  const rows = reading.queues?.queues;
  const now = useNow(10_000);
  const [width, keepWidth] = useKept(widthKey, listWidth);
  const { selectedOf, select, keepOnLeaving, ...sampling } = useSampling();
  const open = useOpenQueue(rows, address, go);
  const heldOf = useHeldCounts(rows?.map(({ name }) => name) ?? []);
  useShowReceipt('queues', reading.queues && queuesReceipt(reading.queues));

  function openBy(by: 1 | -1): void {
    const names = rows?.map(({ name }) => name) ?? [];
    const next = names.at((names.indexOf(open ?? '') + by) % names.length);
    if (next !== undefined) go({ queue: next, group: null, message: null });
  }
  usePageKeys({ q: () => openBy(1), Q: () => openBy(-1) });

  return (
    <View
      foot={<ReceiptsOfView titleOf={titleOf} onRefresh={reading.readAgain} refreshing={reading.isReading} />}
    >
      <SplitPanes
        label="Width of the queues"
        size={width}
        defaultSize={listWidth}
        min={208}
        minOther={480}
        narrow="stack"
        onResize={(size) => keepWidth(() => size)}
        start={
          <QueuesPane
            reading={reading}
            open={open}
            now={now}
            heldOf={(queue) => heldOf(queue, now)}
            onOpen={(queue) => queue !== open && go({ queue, group: null, message: null })}
          />
        }
        end={
          <ShownQueue
            reading={reading}
            open={open}
            address={address}
            go={go}
            person={person}
            {...sampling}
            selected={selectedOf(open ?? '')}
            onSelect={(selected) => select(open ?? '', selected)}
            onOpenDocument={(...where) => {
              keepOnLeaving();
              onOpenDocument(...where);
            }}
            now={now}
          />
        }
      />
    </View>
  );
}

const widthKey = ['dead-letters.queues.width'];
const listWidth = 304;
