import type { MessageGroup, Sample } from '#shared/contract/dead-letters/messages.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { FingerprintChip } from '#renderer/ui/chip/fingerprint-chip.tsx';
import { restWords, unreadOf } from './sample-words.ts';
import styles from './group-tiles.module.css';

interface GroupTilesProps {
  readonly sample: Sample | null;
  readonly depth: number | null;
  readonly chosen: string | null;
  readonly onChoose: (fingerprint: string | null) => void;
}

/** Why messages are here, each cause once, and how many nobody has read. */
export function GroupTiles({ sample, depth, chosen, onChoose }: GroupTilesProps) {
  if (sample === null || sample.rows.length === 0) return null;
  const unread = unreadOf(sample, depth);
  return (
    <ul className={styles.groups} aria-label="Groups">
      {sample.groups.map((group) => {
        const isChosen = group.fingerprint === chosen;
        return (
          <li key={group.fingerprint} className={styles.cell}>
            <button
              type="button"
              className={styles.group}
              aria-pressed={isChosen}
              title={titleOf(group)}
              onClick={() => onChoose(isChosen ? null : group.fingerprint)}
            >
              <FingerprintChip fingerprint={group.fingerprint} />
              <span className={styles.count}>{grouped(group.messages)}</span>
              <span className={styles.pattern}>{group.pattern}</span>
            </button>
          </li>
        );
      })}
      {unread === 0 ? null : (
        <li className={styles.cell}>
          <div className={styles.unread}>
            <span>unread</span>
            <span className={styles.count} title="As SQS estimates">
              {grouped(unread)}
            </span>
            <span className={styles.pattern} title={restWords(sample)}>
              {restWords(sample)}
            </span>
          </div>
        </li>
      )}
    </ul>
  );
}

function titleOf({ pattern, from, code }: MessageGroup): string {
  const by =
    from === 'cause'
      ? `By the cause that the pipeline has written down${code === null ? '' : `, ${code}`}`
      : 'No cause is written down: by the shape of the body';
  return `${pattern}\n${by}`;
}
