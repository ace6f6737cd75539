import { useMemo, useRef } from 'react';
import { batchKey, useLatest } from '#renderer/contract/changes-provider.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { FingerprintChip } from '#renderer/ui/chip.tsx';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { PaneTitle } from '#renderer/ui/pane.tsx';
import { ProgressBar } from '#renderer/ui/progress.tsx';
import { exactUtc } from '#renderer/ui/relative-time.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { DocumentRow } from '#shared/contract/triage.ts';
import { failureGroups, type FailureGroup } from '#shared/domain/failure-groups.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { explainSameAgain } from '#shared/domain/remedies.ts';
import type { TriagePageProps } from '../address.ts';
import { CauseActions } from './cause-actions.tsx';
import type { LeftBehind } from '#shared/domain/matching-documents.ts';
import { GroupMemory, GroupMessage } from './batch-notes.tsx';
import { estimateRestPrice, type BatchDocuments } from './batch-documents.ts';
import { LeftBehindRow, leftGroup } from './left-behind.tsx';
import { useReadAll, type ReadingAll } from './document-pages.ts';
import styles from './failure-groups.module.css';
import { messages } from '../messages.ts';

interface FailureGroupsProps {
  readonly batch: Batch;
  readonly onOpenWorkflow: TriagePageProps['onOpenWorkflow'];
  readonly failed: Failed;
  readonly now: number;
  /** The group that the table is limited to. */
  readonly chosen: string | null;
  readonly onChoose: (fingerprint: string | null) => void;
  readonly whyNot: string | undefined;
  readonly onReprocess: (group: FailureGroup) => void;
  readonly onReprocessAll: () => void;
  /** The documents that a run has left behind are a group of their own. */
  readonly left: LeftBehind | null;
  /** The table shows them. */
  readonly isLeftShown: boolean;
  readonly onShowLeft: () => void;
  readonly onReprocessLeft: () => void;
}

/** Lists the causes of failure in this batch with their remedies. */
export function FailureGroups(props: FailureGroupsProps) {
  const { batch, onOpenWorkflow, failed, now, chosen, onChoose, whyNot, onReprocess, onReprocessAll, left } =
    props;
  const { groups, read, counted, complete, reading } = failed;
  const section = useRef<HTMLElement>(null);

  const isLeftFirst = left !== null && left.atMost > (groups[0]?.documents.length ?? 0);

  /** Acts on the focused group, or else the group of the table, or else the largest. */
  function reprocessAtHand(): void {
    const focused = document.activeElement?.closest<HTMLElement>('[data-group]')?.dataset['group'];
    const print = focused ?? chosen ?? (isLeftFirst || props.isLeftShown ? leftGroup : undefined);
    const group = groups.find(({ fingerprint }) => fingerprint === print) ?? groups[0];
    if (left !== null && (print === leftGroup || group === undefined)) props.onReprocessLeft();
    else if (group !== undefined) onReprocess(group);
  }
  usePageKeys(pageKeys.triage, {
    reprocess: whyNot === undefined && (groups.length > 0 || left !== null) ? reprocessAtHand : undefined,
  });
  const chosenGroup = groups.find(({ fingerprint }) => fingerprint === chosen);
  const isLeftAtHand =
    left !== null && chosenGroup === undefined && (isLeftFirst || props.isLeftShown || groups.length === 0);
  const atHand = isLeftAtHand ? undefined : (chosenGroup ?? groups[0]);
  const leftRow =
    left === null ? null : (
      <LeftBehindRow
        left={left}
        isAtHand={isLeftAtHand}
        whyNot={whyNot}
        onShow={props.onShowLeft}
        onReprocess={props.onReprocessLeft}
      />
    );

  return (
    <section ref={section} className={styles.groups} aria-label="Failure groups">
      <div className={styles.head}>
        <PaneTitle
          title="Failure groups"
          level={3}
          hint={
            failed.isReadingFirst
              ? messages.failures.readingCauses
              : describeGroups(read, counted, groups.length, complete)
          }
        />
        <div className={styles.actions}>
          {reading.at === null ? (
            <>
              {failed.isReadingFirst ? null : failed.left > 0 ? (
                <Button size="sm" variant="ghost" onClick={failed.readRest}>
                  {read === 0
                    ? `Read the ${grouped(failed.left)} failed`
                    : `Read the other ${grouped(failed.left)}`}
                  {failed.price === undefined ? '' : `, ${failed.price}`}
                </Button>
              ) : null}
              {!failed.isReadingFirst && (groups.length > 1 || !complete) ? (
                <Button size="sm" variant="ghost" disabled={whyNot ?? false} onClick={onReprocessAll}>
                  {messages.failures.reprocessAll}
                </Button>
              ) : null}
            </>
          ) : (
            <div className={styles.reading}>
              <ProgressBar
                label={messages.failures.reading}
                value={reading.at}
                max={counted ?? reading.at}
                thin
              />
              <Button size="sm" variant="ghost" onClick={reading.stop}>
                Stop
              </Button>
            </div>
          )}
        </div>
      </div>
      {failed.isReadingFirst ? <SkeletonRows rows={2} label={messages.failures.readingFirst} /> : null}
      <ul className={styles.list}>
        {isLeftFirst ? leftRow : null}
        {groups.map((group) => (
          <FailureGroupRow
            key={group.fingerprint}
            batch={batch}
            onOpenWorkflow={onOpenWorkflow}
            group={group}
            now={now}
            complete={complete}
            isChosen={group.fingerprint === chosen}
            isAtHand={group === atHand}
            whyNot={whyNot}
            onChoose={() => onChoose(group.fingerprint === chosen ? null : group.fingerprint)}
            onReprocess={() => onReprocess(group)}
          />
        ))}
        {isLeftFirst ? null : leftRow}
      </ul>
      <GroupMessage group={groups.find(({ fingerprint }) => fingerprint === chosen)} />
      <GroupMemory group={chosenGroup ?? (groups.length === 1 ? groups[0] : undefined)} now={now} />
      {failed.missing > 0 ? (
        <p className={styles.missing}>
          {messages.failures.notAllIndexed(grouped(read), grouped(counted ?? 0))}{' '}
          <Button size="sm" variant="ghost" onClick={failed.readBase}>
            {messages.failures.readAll}
          </Button>
        </p>
      ) : null}
    </section>
  );
}

interface FailureGroupRowProps {
  readonly batch: Batch;
  readonly onOpenWorkflow: TriagePageProps['onOpenWorkflow'];
  readonly group: FailureGroup;
  readonly now: number;
  /** True if every failed document was read, so that the count is exact. */
  readonly complete: boolean;
  readonly isChosen: boolean;
  /** The key presses the button of this group. */
  readonly isAtHand: boolean;
  readonly whyNot: string | undefined;
  readonly onChoose: () => void;
  readonly onReprocess: () => void;
}

function FailureGroupRow(props: FailureGroupRowProps) {
  const { batch, onOpenWorkflow, group, now, complete, isChosen, isAtHand, whyNot, onChoose, onReprocess } =
    props;
  const { fingerprint, pattern, sample, documents, firstAt, lastAt } = group;
  const count = documents.length;
  return (
    <li className={styles.group} data-group={fingerprint} data-chosen={isChosen || undefined}>
      <button
        type="button"
        className={styles.choose}
        aria-pressed={isChosen}
        title={sample ?? pattern}
        onClick={onChoose}
      >
        <span className={styles.print}>
          <FingerprintChip fingerprint={fingerprint} />
        </span>
        <span className={styles.says}>
          <span className={styles.pattern}>{pattern}</span>
          <span className={styles.detail}>{describeGroup(group)}</span>
        </span>
        <span className={styles.count}>
          <b>{formatGroupCount(count, complete)}</b>
          <span>{count === 1 ? 'document' : 'documents'}</span>
        </span>
      </button>
      <dl className={styles.when}>
        <Moment term="first" at={firstAt} now={now} />
        <Moment term="last" at={lastAt} now={now} />
      </dl>
      <CauseActions
        batch={batch}
        onOpenWorkflow={onOpenWorkflow}
        group={group}
        now={now}
        complete={complete}
        isAtHand={isAtHand}
        whyNot={whyNot}
        onReprocess={onReprocess}
      />
    </li>
  );
}

interface MomentProps {
  readonly term: string;
  readonly at: string | null;
  readonly now: number;
}

function Moment({ term, at, now }: MomentProps) {
  const moment = Date.parse(at ?? '');
  if (Number.isNaN(moment)) return null;
  return (
    <>
      <dt>{term}</dt>
      <dd title={exactUtc(moment)}>{formatClock(moment, now)}</dd>
    </>
  );
}

/** "inv-0398.pdf and 30 more, gap-fill, run 3 failed too" */
export function describeGroup(group: FailureGroup): string {
  const [first, ...others] = group.documents;
  const name = first === undefined ? 'no document' : (first.fileName ?? first.documentId);
  const parts = [others.length === 0 ? name : `${name} and ${grouped(others.length)} more`];
  if (group.stage !== null) parts.push(group.stage);
  const again = explainSameAgain(group);
  if (again !== null) parts.push(again);
  if (group.retriedRun !== null) parts.push(`failed again in run ${grouped(group.retriedRun)}`);
  return parts.join(', ');
}

/** "35 documents, 3 causes"; "the 100 read of 340, at least 3 causes" while not all are read. */
export function describeGroups(
  read: number,
  counted: number | null,
  causes: number,
  complete: boolean,
): string {
  const words = `${grouped(causes)} ${causes === 1 ? 'cause' : 'causes'}`;
  if (complete) return `${grouped(read)} ${read === 1 ? 'document' : 'documents'}, ${words}`;
  if (read === 0) return messages.failures.noneRead(grouped(counted ?? 0));
  const of = counted === null ? '' : ` of ${grouped(counted)}`;
  return `${grouped(read)}${of} documents read, at least ${words}`;
}

/** "at least 100" */
export function formatGroupCount(count: number, complete: boolean): string {
  return complete ? grouped(count) : `at least ${grouped(count)}`;
}

/** "14:06:52", with the day if it is not today. */
export function formatClock(at: number, now: number): string {
  const moment = new Date(at);
  const isToday = moment.toDateString() === new Date(now).toDateString();
  return isToday ? time.format(moment) : day.format(moment);
}

const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** The failed documents that were read, grouped by cause. */
export interface Failed {
  readonly groups: readonly FailureGroup[];
  readonly read: number;
  /** The count of the batch item. */
  readonly counted: number | null;
  readonly complete: boolean;
  /** How many more the index has, and what reading them would cost. */
  readonly left: number;
  readonly price: string | undefined;
  /** How many failed documents the batch counts that its index does not list. */
  readonly missing: number;
  readonly isReadingFirst: boolean;
  readonly reading: ReadingAll;
  readonly readRest: () => void;
  readonly readBase: () => void;
  /** The failed documents that were read. */
  readonly documents: readonly DocumentRow[];
}

export function useFailed(batch: Batch, { known, failed, base, receipts }: BatchDocuments): Failed {
  const { documents: latest } = useLatest();
  const reading = useReadAll(failed);
  const readingBase = useReadAll(base);
  const documents = useMemo(() => known.filter(isFailed), [known]);
  const groups = useMemo(() => failureGroups(documents), [documents]);
  const key = batchKey(batch);
  const isChanged = useMemo(() => [...latest.values()].some((row) => batchKey(row) === key), [latest, key]);

  const counted = batch.counts.FAILED;
  const allListed = failed.complete || base.complete;
  const left = allListed ? 0 : Math.max(0, (counted ?? 0) - documents.length);
  const isAllRead = allListed || (counted !== null && left === 0);
  // While an action moves documents on, the counts of the batch and the news of its documents arrive one
  // after the other.
  const missing =
    failed.complete && !base.complete && !isChanged ? Math.max(0, (counted ?? 0) - documents.length) : 0;
  return {
    groups,
    read: documents.length,
    counted,
    complete: missing === 0 && isAllRead,
    left,
    price: estimateRestPrice(left, receipts),
    missing,
    isReadingFirst: failed.reading && documents.length === 0,
    reading: readingBase.at === null ? reading : readingBase,
    readRest: () => void reading.readAll(),
    readBase: () => void readingBase.readAll(),
    documents,
  };
}

function isFailed({ status }: DocumentRow): boolean {
  return status === 'FAILED';
}
