import { useState } from 'react';
import type { StandingKind } from '#shared/contract/downloads.ts';
import { whyNotChangeDownloads } from '#shared/permissions.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import inline from '#renderer/ui/inline.module.css';
import { PaneBar, PaneBarTitle } from '#renderer/ui/pane.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import { getReadTime } from '../batch/batch-text.ts';
import { listFilesInNeed, useFileActions } from '../download-actions.ts';
import type { PaneProps } from '../downloads-page.tsx';
import { formatFileCount, messages } from '../messages.ts';
import { WithFile } from './file-drawer.tsx';
import { FilesTable, NeedBar, RequeueSelected, useListSelection } from './files-table.tsx';
import styles from '../downloads.module.css';
import { useStanding, type Files } from './use-files.ts';

interface StandingPaneProps extends PaneProps {
  readonly kind: StandingKind;
}

/** Lists files of all batches that have not moved for this many minutes, the longest first. */
export function StandingPane(props: StandingPaneProps) {
  const { kind, address, go, person, now } = props;
  const { minutes, file } = address;
  const whyNotAct = whyNotChangeDownloads(person.me);
  const [selected, setSelected] = useListSelection(`${kind} ${String(minutes)}`);
  const [order, setOrder] = useState<readonly string[]>([]);
  const files = useStanding(kind, minutes);
  const { rows, asOf, complete } = files;
  const readAt = getReadTime(asOf, now);
  const { by, requeue } = useFileActions({
    rows,
    selected,
    file,
    batchId: undefined,
    now,
    readAt,
    whyNotAct,
  });
  return (
    <WithFile {...props} batchId={null} order={order}>
      <section className={styles.pane} aria-label={messages.stuck.region}>
        <StandingHead
          kind={kind}
          minutes={minutes}
          files={files}
          onMinutes={(next) => go({ minutes: next }, 'replace')}
        />
        <NeedBar
          files={listFilesInNeed(rows, now, readAt)}
          isAll={complete}
          hasKey={by === 'need'}
          whyNotAct={whyNotAct}
          onRequeue={requeue}
        />
        <FilesTable
          list="standing"
          name={`files ${kind} over ${String(minutes)} min`}
          files={files}
          head={<h3 className={styles.title}>{messages.files.title}</h3>}
          now={now}
          selected={selected}
          onSelect={setSelected}
          requeue={<RequeueSelected selected={selected} whyNotAct={whyNotAct} onRequeue={requeue} />}
          open={file}
          onOpen={(fileId) => go({ file: fileId }, file === null ? 'push' : 'replace')}
          onOrder={setOrder}
          empty={
            <EmptyState title={describeEmpty(kind, minutes)}>
              <p>{describeNotAsked(kind)}</p>
            </EmptyState>
          }
        />
      </section>
    </WithFile>
  );
}

interface StandingHeadProps {
  readonly kind: StandingKind;
  readonly minutes: number;
  readonly files: Files;
  readonly onMinutes: (minutes: number) => void;
}

function StandingHead({ kind, minutes, files, onMinutes }: StandingHeadProps) {
  const count = files.isRead ? describeCount(files) : '';
  return (
    <PaneBar low>
      <PaneBarTitle>{standingTitles[kind]}</PaneBarTitle>
      <span className={classNames(inline.hint, inline.numbers)}>{count}</span>
      <div className={styles.minutes}>
        <span aria-hidden>{messages.stuck.forOver}</span>
        <Select
          label={messages.stuck.longerThan}
          labelHidden
          size="sm"
          value={String(minutes)}
          options={listMinuteChoices(minutes).map((one) => ({
            value: String(one),
            label: formatMinutes(one),
          }))}
          onChange={(value) => onMinutes(Number(value))}
        />
      </div>
    </PaneBar>
  );
}

function describeCount({ rows, complete }: Files): string {
  const files = formatFileCount(rows.length);
  return complete ? files : messages.files.atLeast(files);
}

export const standingTitles: Readonly<Record<StandingKind, string>> = {
  stuck: messages.page.stuck,
  'never-picked-up': messages.page.neverPickedUp,
};

/** "30 min", "2 h", "7 d" */
export function formatMinutes(minutes: number): string {
  if (minutes >= 1_440 && minutes % 1_440 === 0) return `${String(minutes / 1_440)} d`;
  return minutes >= 60 && minutes % 60 === 0 ? `${String(minutes / 60)} h` : `${String(minutes)} min`;
}

export function describeEmpty(kind: StandingKind, minutes: number): string {
  return kind === 'stuck'
    ? messages.stuck.noneDownloading(formatMinutes(minutes))
    : messages.stuck.noneWaiting(formatMinutes(minutes));
}

/** Says what an empty list does not cover. */
export function describeNotAsked(kind: StandingKind): string {
  return kind === 'stuck' ? messages.stuck.onlyDownloading : messages.stuck.onlyWaiting;
}

/** Returns the choices, including the value of the address if it is another. */
export function listMinuteChoices(chosen: number): readonly number[] {
  return [...new Set([...usual, chosen])].toSorted((a, b) => a - b);
}

const usual = [5, 15, 30, 60, 180, 720, 1_440, 10_080];
