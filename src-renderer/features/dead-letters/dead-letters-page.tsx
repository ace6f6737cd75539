import { useKept } from '#renderer/contract/use-kept.ts';
import { usePersonHere, type PersonHere } from '#renderer/contract/use-person-here.ts';
import { useReceiptTitles } from '#renderer/contract/use-receipt-titles.ts';
import { Button } from '#renderer/ui/button.tsx';
import { usePageFocusKept } from '#renderer/ui/focus.ts';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { View, ViewHead } from '#renderer/ui/pane.tsx';
import { useNow } from '#renderer/ui/relative-time.tsx';
import { SplitPanes } from '#renderer/ui/split-panes.tsx';
import { EmptyState, ErrorState, NotForYouState } from '#renderer/ui/states.tsx';
import { TabPanel, Tabs } from '#renderer/ui/tabs.tsx';
import { ReceiptsOfView, useShowReceipt, ViewReceipts } from '#renderer/ui/view-receipts.tsx';
import { mayReadMessages, maySeeAll, maySeeQueues } from '#shared/permissions.ts';
import type { DeadLettersAddress, GoDeadLetters } from './address.ts';
import { DiscardedTab } from './discarded/discarded-tab.tsx';
import { useDiscarded } from './discarded/use-discarded.ts';
import type { OpenDocument } from './message/message-drawer.tsx';
import { messages } from './messages.ts';
import { QueuePane, type QueuePaneProps } from './queues/queue-pane.tsx';
import { QueuesPane } from './queues/queues-pane.tsx';
import {
  findFirstToOpen,
  markUnread,
  toQueuesReceipt,
  useKnownQueues,
  useOpenQueue,
  useQueueOrder,
  useQueues,
  type QueuesReading,
} from './queues/use-queues.ts';
import { useHeldCounts } from './sample/held-sample.ts';
import { QueueFailure } from './sample/sample-part.tsx';
import { useSampling } from './sample/use-sampling.ts';

interface DeadLettersPageProps {
  readonly address: DeadLettersAddress;
  readonly go: GoDeadLetters;
  /** Opens the document that a message is about. */
  readonly onOpenDocument: OpenDocument;
  /** Switches to another persona of the sandbox. */
  readonly onActAs?: ((personaId: string) => void) | undefined;
}

/**
 * Shows messages that no consumer could process. They are received only on request, and a redrive leaves
 * receipts.
 */
export function DeadLettersPage({ address, go, onOpenDocument, onActAs }: DeadLettersPageProps) {
  const person = usePersonHere(maySeeQueues);
  usePageFocusKept();
  if (!maySeeQueues(person.me)) {
    return (
      <View head={<ViewHead title={messages.page.title} />}>
        <NoLook person={person} onActAs={onActAs} />
      </View>
    );
  }
  return (
    <ViewReceipts>
      <DeadLettersDesk address={address} go={go} person={person} onOpenDocument={onOpenDocument} />
    </ViewReceipts>
  );
}

interface DeadLettersDeskProps {
  readonly address: DeadLettersAddress;
  readonly go: GoDeadLetters;
  readonly person: PersonHere;
  readonly onOpenDocument: OpenDocument;
}

/**
 * Shows the queues on the left and the open one on the right. Samples are held for as long as the page is
 * shown.
 */
function DeadLettersDesk({ address, go, person, onOpenDocument }: DeadLettersDeskProps) {
  const reading = useQueues();
  const titleOf = useReceiptTitles();
  const discarded = useDiscarded();
  const { rows, order, choose: chooseOrder, chooseNext } = useQueueOrder(reading.queues);
  const now = useNow(10_000);
  const [width, keepWidth] = useKept(widthKey, listWidth);
  const { selectedOf, select, keepOnLeaving, ...sampling } = useSampling();
  const open = useOpenQueue(reading.queues && rows, address, go);
  const heldOf = useHeldCounts(rows.map(({ name }) => name));
  useShowReceipt('queues', reading.queues && toQueuesReceipt(reading.queues));

  function openBy(by: 1 | -1): void {
    const names = rows.map(({ name }) => name);
    const next = names.at((names.indexOf(open ?? '') + by) % names.length);
    if (next !== undefined) go({ queue: next, group: null, message: null });
  }
  const isOfQueues = address.tab === 'queues';
  usePageKeys(pageKeys.deadLetters, {
    queues: () => go({ tab: 'queues' }),
    discarded: () => go({ tab: 'discarded' }),
    nextQueue: isOfQueues ? () => openBy(1) : undefined,
    previousQueue: isOfQueues ? () => openBy(-1) : undefined,
    sort: isOfQueues ? chooseNext : undefined,
  });
  const openDocument: OpenDocument = (...where) => {
    keepOnLeaving();
    onOpenDocument(...where);
  };

  return (
    <View
      foot={<ReceiptsOfView titleOf={titleOf} onRefresh={reading.readAgain} refreshing={reading.isReading} />}
    >
      <Tabs
        label={messages.page.title}
        fills
        value={address.tab}
        onChange={(tab) => go({ tab })}
        tabs={[
          { value: 'queues', label: messages.queues.tab },
          { value: 'discarded', label: messages.discarded.tab, count: discarded.total },
        ]}
      >
        <TabPanel value="queues">
          <SplitPanes
            label={messages.page.queuesWidth}
            size={width}
            defaultSize={listWidth}
            min={208}
            minOther={480}
            narrow="stack"
            onResize={(size) => keepWidth(() => size)}
            start={
              <QueuesPane
                reading={reading}
                rows={rows}
                order={order}
                onOrder={chooseOrder}
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
                onOpenDocument={openDocument}
                now={now}
              />
            }
          />
        </TabPanel>
        <TabPanel value="discarded">
          <DiscardedTab
            reading={discarded}
            address={address}
            go={go}
            person={person}
            onOpenDocument={openDocument}
            now={now}
          />
        </TabPanel>
      </Tabs>
    </View>
  );
}

const widthKey = ['dead-letters.queues.width'];
const listWidth = 304;

interface ShownQueueProps extends Omit<QueuePaneProps, 'queue' | 'unread'> {
  readonly reading: QueuesReading;
  readonly open: string | null;
}

/** Shows the open queue, if need be as it was read last, or says why there is none. */
function ShownQueue({ reading, open, ...props }: ShownQueueProps) {
  const { queues, failure, isReading, readAgain } = reading;
  const known = useKnownQueues(queues);
  if (queues === undefined) {
    return failure === undefined ? null : (
      <QueueFailure
        failure={failure}
        title={messages.page.queuesNotRead}
        notDone={messages.page.noQueuesShown}
        onRetry={readAgain}
        isRetrying={isReading}
      />
    );
  }
  const row = queues.queues.find(({ name }) => name === open);
  const why = row?.failure ?? messages.page.noReason;
  const last = row === undefined ? undefined : known.get(row.name);
  if (row !== undefined && last !== undefined) {
    const isRead = row.queue !== null;
    return (
      <QueuePane
        key={row.name}
        {...props}
        queue={isRead ? last.queue : markUnread(last.queue, why)}
        unread={isRead ? undefined : { why, readAt: last.readAt, isReading, readAgain }}
      />
    );
  }
  if (row !== undefined) {
    return (
      <ErrorState
        title={messages.page.queueNotRead(row.name)}
        happened={why}
        notDone={messages.page.queueNotShown}
        next={messages.page.othersLoad}
        onRetry={readAgain}
        retrying={isReading}
      />
    );
  }
  const first = findFirstToOpen(queues.queues);
  if (first === null) {
    return (
      <EmptyState title={messages.page.noQueues}>
        <p>{messages.page.addQueues}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={messages.page.queueNotFound(open ?? '')}
      actions={
        <Button size="sm" onClick={() => props.go({ queue: first, group: null, message: null }, 'replace')}>
          {messages.page.openQueue(first)}
        </Button>
      }
    >
      <p>{messages.page.queueElsewhere}</p>
    </EmptyState>
  );
}

interface NoLookProps {
  readonly person: PersonHere;
  readonly onActAs: ((personaId: string) => void) | undefined;
}

/** Says why this person sees no queue, and in the sandbox how to switch to one who does. */
function NoLook({ person: { me, others }, onActAs }: NoLookProps) {
  const isOfSome = me !== null && !maySeeAll(me) && mayReadMessages(me);
  return (
    <NotForYouState
      me={me}
      others={others}
      title={isOfSome ? messages.page.requiresAllTenants : messages.page.requiresRole}
      needs={messages.page.unknownRoleNext}
      next={messages.page.seeTriage}
      onActAs={onActAs}
    >
      {isOfSome ? messages.page.someTenants : me && messages.page.yourRole(me.role)}
    </NotForYouState>
  );
}
