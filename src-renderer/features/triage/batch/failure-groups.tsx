import { useMemo, useRef } from 'react';
import { useLatest } from '#renderer/contract/changes-provider.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { FingerprintChip } from '#renderer/ui/chip.tsx';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { PaneTitle } from '#renderer/ui/pane.tsx';
import { ProgressBar } from '#renderer/ui/progress.tsx';
import { exactUtc } from '#renderer/ui/relative-time.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { DocumentRow } from '#shared/contract/triage.ts';
import { failureGroups, type FailureGroup } from '#shared/domain/failure-groups.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { restPrice, type BatchDocuments } from './batch-documents.ts';
import { useReadAll, type ReadingAll } from './document-pages.ts';
import styles from './failure-groups.module.css';

interface FailureGroupsProps {
  readonly failed: Failed;
  readonly now: number;
  /** The group that the table is held to. */
  readonly chosen: string | null;
  readonly onChoose: (fingerprint: string | null) => void;
  readonly whyNot: string | undefined;
  readonly onReprocess: (group: FailureGroup) => void;
  readonly onReprocessAll: () => void;
}

/** Why documents of this batch have failed, each cause once, and what to do about it. */
export function FailureGroups(props: FailureGroupsProps) {
  const { failed, now, chosen, onChoose, whyNot, onReprocess, onReprocessAll } = props;
  const { groups, read, counted, complete, reading } = failed;
  const section = useRef<HTMLElement>(null);

  /** The group that has the focus, else the one that the table shows, else the first. */
  function groupAtHand(): FailureGroup | undefined {
    const focused = document.activeElement?.closest<HTMLElement>('[data-group]')?.dataset['group'];
    const print = focused ?? chosen;
    return groups.find(({ fingerprint }) => fingerprint === print) ?? groups[0];
  }
  usePageKeys({
    p:
      whyNot === undefined && groups.length > 0
        ? () => {
            const group = groupAtHand();
            if (group !== undefined) onReprocess(group);
          }
        : undefined,
  });
  const atHand = groups.find(({ fingerprint }) => fingerprint === chosen) ?? groups[0];

  return (
    <section ref={section} className={styles.groups} aria-label="Failure groups">
      <div className={styles.head}>
        <PaneTitle
          title="Failure groups"
          level={3}
          hint={failed.isReadingFirst ? 'reading why' : groupsHint(read, counted, groups.length, complete)}
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
                  Reprocess all failed…
                </Button>
              ) : null}
            </>
          ) : (
            <div className={styles.reading}>
              <ProgressBar
                label="Reading failed documents"
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
      {failed.isReadingFirst ? <SkeletonRows rows={2} label="Reading the failed documents" /> : null}
      <ul className={styles.list}>
        {groups.map((group) => (
          <FailureGroupRow
            key={group.fingerprint}
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
      </ul>
      {failed.missing > 0 ? (
        <p className={styles.missing}>
          GSI2 lists {grouped(read)} of the {grouped(counted ?? 0)} that this batch counts as failed. A failed
          document leaves the index some time after it ended.{' '}
          <Button size="sm" variant="ghost" onClick={failed.readBase}>
            Read the batch itself
          </Button>
        </p>
      ) : null}
    </section>
  );
}

interface FailureGroupRowProps {
  readonly group: FailureGroup;
  readonly now: number;
  /** Every failed document was read, so that the count is one. */
  readonly complete: boolean;
  readonly isChosen: boolean;
  /** Its button answers the key. */
  readonly isAtHand: boolean;
  readonly whyNot: string | undefined;
  readonly onChoose: () => void;
  readonly onReprocess: () => void;
}

function FailureGroupRow(props: FailureGroupRowProps) {
  const { group, now, complete, isChosen, isAtHand, whyNot, onChoose, onReprocess } = props;
  const { fingerprint, pattern, sample, documents, firstAt, lastAt } = group;
  const again = explainSameAgain(group);
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
          <span className={styles.detail}>{groupDetail(group)}</span>
        </span>
        <span className={styles.count}>
          <b>{groupCount(count, complete)}</b>
          <span>{count === 1 ? 'document' : 'documents'}</span>
        </span>
      </button>
      <dl className={styles.when}>
        <Moment term="first" at={firstAt} now={now} />
        <Moment term="last" at={lastAt} now={now} />
      </dl>
      <Button
        size="sm"
        variant={isAtHand && again === null ? 'primary' : 'default'}
        className={styles.act}
        disabled={whyNot ?? false}
        shortcut={isAtHand ? 'P' : undefined}
        onClick={onReprocess}
      >
        {again === null ? `Reprocess ${grouped(count)}…` : 'Reprocess anyway…'}
        <VisuallyHidden> group {fingerprint}</VisuallyHidden>
      </Button>
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
export function groupDetail(group: FailureGroup): string {
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
export function groupsHint(read: number, counted: number | null, causes: number, complete: boolean): string {
  const words = `${grouped(causes)} ${causes === 1 ? 'cause' : 'causes'}`;
  if (complete) return `${grouped(read)} ${read === 1 ? 'document' : 'documents'}, ${words}`;
  if (read === 0) return `${grouped(counted ?? 0)} failed, none of them read yet`;
  const of = counted === null ? '' : ` of ${grouped(counted)}`;
  return `${grouped(read)}${of} documents read, at least ${words}`;
}

/** "at least 100" */
export function groupCount(count: number, complete: boolean): string {
  return complete ? grouped(count) : `at least ${grouped(count)}`;
}

/** "14:06:52"; with the day where that is not today's. */
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

/** Why another run of the same file would fail the same way; null where it may well succeed. */
export function explainSameAgain({ code, sample }: Pick<FailureGroup, 'code' | 'sample'>): string | null {
  const known = Object.entries(sameAgain).find(([start]) => code?.startsWith(start));
  if (known !== undefined) return known[1];
  return /\b(password[- ]protected|is encrypted)\b/i.test(sample ?? '')
    ? (sameAgain['Password'] ?? null)
    : null;
}

/** By how the error's code begins. */
const sameAgain: Readonly<Record<string, string>> = {
  BadDocument: 'broken file, same again on retry',
  Password: 'locked file, same again on retry',
  Encrypted: 'locked file, same again on retry',
  UnsupportedDocument: 'a kind of file that is not read, same again on retry',
  UnsupportedLanguage: 'a language that is not read, same again on retry',
  DocumentTooLarge: 'too large a file, same again on retry',
};

/** The failed documents of a batch that were read, by cause. */
export interface Failed {
  readonly groups: readonly FailureGroup[];
  readonly read: number;
  /** By the batch item. */
  readonly counted: number | null;
  readonly complete: boolean;
  /** How many are left in the index to be read, and what that would cost. */
  readonly left: number;
  readonly price: string | undefined;
  /** How many the batch counts that its index does not list. */
  readonly missing: number;
  readonly isReadingFirst: boolean;
  readonly reading: ReadingAll;
  readonly readRest: () => void;
  readonly readBase: () => void;
  /** Reads what is left first; null where that failed or was stopped. */
  readonly allFailed: () => Promise<readonly DocumentRow[] | null>;
}

export function useFailed(batch: Batch, { known, failed, base, receipts }: BatchDocuments): Failed {
  const { documents: latest } = useLatest();
  const reading = useReadAll(failed);
  const readingBase = useReadAll(base);
  const documents = useMemo(() => known.filter(isFailed), [known]);
  const groups = useMemo(() => failureGroups(documents), [documents]);
  const isChanged = useMemo(
    () => [...latest.values()].some(({ batchId }) => batchId === batch.batchId),
    [latest, batch.batchId],
  );

  const counted = batch.counts.FAILED;
  const allListed = failed.complete || base.complete;
  const left = allListed ? 0 : Math.max(0, (counted ?? 0) - documents.length);
  const isAllRead = allListed || (counted !== null && left === 0);
  // While an action moves documents on, their batch's counts and their own news come one after the other.
  const missing =
    failed.complete && !base.complete && !isChanged ? Math.max(0, (counted ?? 0) - documents.length) : 0;
  return {
    groups,
    read: documents.length,
    counted,
    complete: missing === 0 && isAllRead,
    left,
    price: restPrice(left, receipts),
    missing,
    isReadingFirst: failed.reading && documents.length === 0,
    reading: readingBase.at === null ? reading : readingBase,
    readRest: () => void reading.readAll(),
    readBase: () => void readingBase.readAll(),
    allFailed: async () => (isAllRead ? documents : ((await reading.readAll())?.filter(isFailed) ?? null)),
  };
}

function isFailed({ status }: DocumentRow): boolean {
  return status === 'FAILED';
}
