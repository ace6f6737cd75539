import { useRef } from 'react';
import type { FailureGroup } from '#shared/domain/failure-groups.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { PaneTitle } from '#renderer/ui/pane/pane.tsx';
import { ProgressBar } from '#renderer/ui/progress/progress-bar.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';
import { FailureGroupRow } from './failure-group-row.tsx';
import { groupsHint } from './group-words.ts';
import styles from './failure-groups.module.css';
import type { Failed } from './use-failed.ts';
import { usePageKeys } from '#renderer/ui/kbd/use-page-keys.ts';

export interface FailureGroupsProps {
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
