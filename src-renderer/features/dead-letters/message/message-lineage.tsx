import type { MessageDetail, MessageRow } from '#shared/contract/dead-letters/messages.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import { FingerprintChip } from '#renderer/ui/chip/fingerprint-chip.tsx';
import { exactUtc } from '#renderer/ui/relative-time/relative-words.ts';
import styles from './message-drawer.module.css';
import { dayAndTime } from './message-words.ts';

export interface MessageLineageProps {
  readonly lineage: MessageDetail['lineage'];
  readonly row: Pick<MessageRow, 'receives'>;
}

/** What became of the document and of this message, from whichever mechanism, newest first. */
export function MessageLineage({ lineage, row: { receives } }: MessageLineageProps) {
  return (
    <section className={styles.part}>
      <div className={styles.partHead}>
        <h3 className={styles.partTitle}>Failure passport</h3>
        <span className={styles.quiet}>newest first, UTC</span>
      </div>
      <ol className={styles.events}>
        <li className={styles.event}>
          <span className={styles.dot} aria-hidden />
          <span className={styles.at}>now</span>
          <span>{`Here, ${receives.toLocaleString('en')} ${receives === 1 ? 'receive' : 'receives'}`}</span>
        </li>
        {lineage.map(({ at, what, fingerprint }, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- two may say the same, and none of them moves
          <li key={place} className={styles.event}>
            <span
              className={classNames(styles.dot, fingerprint === null ? styles.plain : styles.failed)}
              aria-hidden
            />
            <Moment at={at} />
            <span className={styles.what}>{what}</span>
            {fingerprint === null ? null : <FingerprintChip fingerprint={fingerprint} />}
          </li>
        ))}
      </ol>
      {lineage.length === 0 ? (
        <p className={styles.quiet}>Nobody has written down anything else of it.</p>
      ) : null}
    </section>
  );
}

function Moment({ at }: { readonly at: string | null }) {
  const time = at === null ? Number.NaN : Date.parse(at);
  if (Number.isNaN(time)) return <span className={styles.at}>no known time</span>;
  return (
    <time className={styles.at} dateTime={new Date(time).toISOString()} title={exactUtc(time)}>
      {dayAndTime(time)}
    </time>
  );
}
