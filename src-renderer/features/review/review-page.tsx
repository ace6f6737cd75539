import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react';
import { formatUpTo } from '#renderer/contract/attention-age.ts';
import { usePreferences } from '#renderer/contract/use-preferences.ts';
import { useReceiptTitles } from '#renderer/contract/use-receipt-titles.ts';
import { Button } from '#renderer/ui/button.tsx';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { Note } from '#renderer/ui/note.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { View, ViewHead } from '#renderer/ui/pane.tsx';
import { ReceiptsOfView, ViewReceipts } from '#renderer/ui/view-receipts.tsx';
import { useNow } from '#renderer/ui/relative-time.tsx';
import { NoPermissionState, StateArt, StateCard, WorkAs } from '#renderer/ui/states.tsx';
import { TabPanel, Tabs } from '#renderer/ui/tabs.tsx';
import type { DeskRow } from './desk/flow/flow-state.ts';
import { OwnDecisionsDialog } from './desk/own-decisions.tsx';
import { ReviewDesk } from './desk/review-desk.tsx';
import type { Draft, ReviewKey } from '#shared/contract/review-document.ts';
import { useAmounts } from './queue/amounts.ts';
import { formatCount, describeToday, describeWaiting } from './queue/queue-messages.ts';
import { listDeskRows } from './queue/queue-rows.ts';
import { QueueView } from './queue/queue-view.tsx';
import { SampleView, useSample, type Sample } from './queue/sample-view.tsx';
import { usePeople, type People } from './queue/use-people.ts';
import { deskOptions, useReviewQueue, type ReviewQueue } from './queue/use-review-queue.ts';
import type { GoReview, ReviewAddress } from './address.ts';
import { messages } from './messages.ts';
import styles from './review-page.module.css';

interface ReviewPageProps {
  readonly address: ReviewAddress;
  readonly go: GoReview;
  /** Switches to another persona of the sandbox. */
  readonly onActAs?: ((personaId: string) => void) | undefined;
}

/** Shows the queue of uncertain documents, and the desk where one of them is decided. */
export function ReviewPage({ address, go, onActAs }: ReviewPageProps) {
  const people = usePeople();
  const titleOf = useReceiptTitles();
  return (
    <ViewReceipts>
      {people.mayReview ? (
        <ReviewScreen address={address} go={go} people={people} titleOf={titleOf} />
      ) : (
        <View head={<ViewHead title={messages.page.title} />} foot={<ReceiptsOfView titleOf={titleOf} />}>
          <NoReview people={people} onActAs={onActAs} />
        </View>
      )}
    </ViewReceipts>
  );
}

interface NoReviewProps {
  readonly people: People;
  readonly onActAs: ((personaId: string) => void) | undefined;
}

/**
 * The support role sees no document values, so it cannot review. This page says who can, and how to switch to them in
 * the sandbox.
 */
function NoReview({ people, onActAs }: NoReviewProps) {
  const { me, reviewers, isSandbox } = people;
  if (me === null) {
    return (
      <NoPermissionState title={messages.page.unknownRole}>{messages.page.unknownRoleNext}</NoPermissionState>
    );
  }
  return (
    <StateCard
      art={<StateArt name="locked" />}
      title={messages.page.requiresRole}
      actions={
        onActAs === undefined || !isSandbox ? undefined : <WorkAs persons={reviewers} onActAs={onActAs} />
      }
    >
      <p>{messages.page.yourRole(me.role)}</p>
      <p>{isSandbox ? messages.page.switchUser : messages.page.askAdmin}</p>
    </StateCard>
  );
}

interface ReviewScreenProps {
  readonly address: ReviewAddress;
  readonly go: GoReview;
  readonly people: People;
  readonly titleOf: (pattern: string) => string;
}

/** Shown to reviewers. The queue is read once, and the lists and the desk share it. */
function ReviewScreen({ address: written, go: goThere, people, titleOf }: ReviewScreenProps) {
  const [address, go] = useAmounts(written, goThere);
  const { preferences, isPending } = usePreferences();
  const dueHours = preferences.reviewDueHours;
  const now = useNow(30_000);
  const isSample = address.view === 'sample';
  const me = people.me;
  const tenant = address.tenant ?? findOnlyTenant(people);

  const queue = useReviewQueue(address, dueHours, !isPending && !isSample);
  const sample = useSample(tenant, address, isSample);
  const toReview = useMemo(() => listDeskRows(queue.rows, me?.id ?? null, now), [queue.rows, me?.id, now]);
  const rows: readonly DeskRow[] = isSample ? sample.rows : toReview;
  const [offered, setOffered] = useState<string>();
  const start = (key: ReviewKey, how: 'push' | 'replace' = 'push') => {
    setOffered(JSON.stringify(key));
    go({ start: false, document: key }, how);
  };
  useStart(address, { go, start }, queue.said === undefined ? undefined : (toReview[0] ?? null));

  const { document } = address;
  const foot = (
    <ReceiptsOfView
      titleOf={titleOf}
      onRefresh={isSample ? (sample.isDrawn ? sample.draw : undefined) : queue.readAgain}
      refreshing={isSample ? sample.isReading : queue.isReading}
    />
  );
  if (document !== null) {
    return (
      <View foot={foot}>
        <ReviewDesk
          mode={isSample ? 'check' : 'review'}
          rows={rows}
          queue={queue}
          open={document}
          isOffered={offered === JSON.stringify(document)}
          onOpen={(key) => go({ document: key }, 'replace')}
          dueHours={dueHours}
        />
      </View>
    );
  }
  return (
    <ReviewLists
      address={address}
      go={go}
      onStart={start}
      people={people}
      queue={queue}
      sample={sample}
      tenant={tenant}
      toReview={toReview}
      now={now}
      foot={foot}
    />
  );
}

function findOnlyTenant({ me }: People): string | null {
  const tenants = me?.tenants;
  return Array.isArray(tenants) && tenants.length === 1 ? (tenants[0] ?? null) : null;
}

/** `first` is undefined while it is unknown, and null if there is nothing to do. */
function useStart(
  { start: isAsked }: ReviewAddress,
  { go, start }: { readonly go: GoReview; readonly start: StartAt },
  first: DeskRow | null | undefined,
): void {
  const begin = useEffectEvent(() => {
    if (first === undefined) return;
    if (first === null) go({ start: false }, 'replace');
    else start(toKey(first), 'replace');
  });
  const isKnown = first !== undefined;
  useEffect(() => {
    if (isAsked && isKnown) begin();
  }, [isAsked, isKnown]);
}

type StartAt = (key: ReviewKey, how?: 'push' | 'replace') => void;

interface ReviewListsProps {
  readonly address: ReviewAddress;
  readonly go: GoReview;
  readonly onStart: StartAt;
  readonly people: People;
  readonly queue: ReviewQueue;
  readonly sample: Sample;
  readonly tenant: string | null;
  readonly toReview: readonly DeskRow[];
  readonly now: number;
  readonly foot: ReactNode;
}

/** Shows the queue and the sample while no document is on the desk. */
function ReviewLists(props: ReviewListsProps) {
  const { address, go, onStart, people, queue, sample, tenant, toReview, now, foot } = props;
  const desk = useQuery(deskOptions).data?.value;
  const today = desk?.today;
  const [isOpen, setOpen] = useState(false);
  usePageKeys(listKeys, { decisions: () => setOpen(true) });
  const { said } = queue;
  const isSample = address.view === 'sample';
  const first = (isSample ? sample.rows : toReview)[0];

  return (
    <View
      head={
        <ViewHead
          title={messages.page.title}
          sub={said && describeQueue(said)}
          actions={
            <>
              <span className={styles.today}>{today === undefined ? '' : describeToday(today)}</span>
              <Button variant="ghost" shortcut={pageKeys.review.decisions} onClick={() => setOpen(true)}>
                {messages.decisions.title}
              </Button>
              <Button
                variant="primary"
                icon="review"
                shortcut={pageKeys.review.start}
                disabled={first === undefined ? explainNoStart(isSample, queue) : false}
                onClick={() => first && onStart(toKey(first))}
              >
                {isSample ? messages.page.startChecking : messages.page.start}
              </Button>
            </>
          }
        />
      }
      foot={foot}
    >
      <OwnDecisionsDialog
        open={isOpen}
        onOpen={(key) => go({ document: key })}
        onClose={() => setOpen(false)}
      />
      <UnconfirmedNote drafts={desk?.drafts ?? []} onOpen={(key) => go({ document: key })} />
      <Tabs
        label={messages.page.title}
        fills
        value={address.view}
        onChange={(view) => go({ view })}
        tabs={[
          {
            value: 'queue',
            label: messages.page.toReview,
            count: said && formatCount(said.waiting, said.waitingExact),
          },
          { value: 'sample', label: messages.page.qualityChecks },
        ]}
      >
        <TabPanel value="queue">
          <QueueView queue={queue} toDo={toReview} address={address} go={go} people={people} now={now} />
        </TabPanel>
        <TabPanel value="sample">
          <SampleView sample={sample} tenant={tenant} address={address} go={go} now={now} />
        </TabPanel>
      </Tabs>
    </View>
  );
}

/** "84 documents waiting in 12 batches, all tenants, as of 14:02:11 UTC" */
function describeQueue({ waiting, waitingExact, batches, answeredFrom }: NonNullable<ReviewQueue['said']>) {
  const words = describeWaiting(waiting, waitingExact, batches);
  return answeredFrom.from === 'attention' ? messages.page.ofAll(words, formatUpTo(answeredFrom)) : words;
}

const listKeys = { decisions: pageKeys.review.decisions };

interface UnconfirmedNoteProps {
  readonly drafts: readonly Draft[];
  readonly onOpen: (key: ReviewKey) => void;
}

/** Tells of decisions whose answers were lost. The desk asks about them until they are known. */
function UnconfirmedNote({ drafts, onOpen }: UnconfirmedNoteProps) {
  const sent = drafts.filter((draft) => draft.sent !== null);
  const [first] = sent;
  if (first === undefined) return null;
  return (
    <Note
      tone="warn"
      flat
      live
      action={
        <Button size="sm" onClick={() => onOpen(first.key)}>
          {messages.page.askNow}
        </Button>
      }
    >
      {messages.page.notConfirmed(sent.length, first.fileName ?? first.key.documentId)}
    </Note>
  );
}

function explainNoStart(isSample: boolean, { said, failure, rows }: ReviewQueue): string {
  if (isSample) return messages.page.noSample;
  if (said === undefined) return failure === undefined ? messages.page.loading : messages.page.notRead;
  return rows.length === 0 ? messages.page.nothingWaiting : messages.page.allTaken;
}

function toKey({ tenantId, projectId, batchId, documentId }: DeskRow): ReviewKey {
  return { tenantId, projectId, batchId, documentId };
}
