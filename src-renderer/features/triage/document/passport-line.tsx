import type { DocumentError, PassportEvent } from '#shared/contract/triage/documents.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import { CopyButton } from '#renderer/ui/copy-button/copy-button.tsx';
import { FingerprintChip } from '#renderer/ui/chip/fingerprint-chip.tsx';
import { RelativeTime } from '#renderer/ui/relative-time/relative-time.tsx';
import { failureFingerprint } from '#shared/domain/poison.ts';
import styles from './passport.module.css';
import { changesOf, toneOf, whereWords } from './passport-words.ts';

interface PassportLineProps {
  readonly event: PassportEvent;
  readonly now: number;
  readonly error: DocumentError | null;
}

export function PassportLine({ event, now, error }: PassportLineProps) {
  const { at, what, actor, reason, requestId, hidden, problems } = event;
  const time = at === null ? Number.NaN : Date.parse(at);
  const fingerprint = failureFingerprint(event, error);
  const changes = changesOf(event);
  return (
    <li className={styles.event}>
      <span className={classNames(styles.dot, styles[toneOf(event)])} aria-hidden />
      <div className={styles.line}>
        <b>{what ?? 'something'}</b>
        <span className={styles.where}>{whereWords(event)}</span>
        {fingerprint === undefined ? null : <FingerprintChip fingerprint={fingerprint} />}
        <span className={styles.by}>
          {actor === null ? 'by nobody named' : `by ${actor}`}
          {Number.isNaN(time) ? ', at no known time' : null}
        </span>
        {Number.isNaN(time) ? null : (
          <span className={styles.at}>
            <RelativeTime at={time} now={Math.max(now, time)} />
          </span>
        )}
      </div>
      {reason === null ? null : <p className={styles.reason}>{reason}</p>}
      {changes.length === 0 && hidden === 0 ? null : (
        <ul className={styles.changes} aria-label="What changed">
          {changes.map(({ name, before, after }) => (
            <li key={name}>
              {name}{' '}
              {before === undefined ? null : (
                <>
                  <code>{before}</code> <span aria-label="became">→</span>{' '}
                </>
              )}
              <code>{after ?? 'gone'}</code>
            </li>
          ))}
          {hidden === 0 ? null : (
            <li className={styles.quiet}>
              {hidden === 1
                ? '1 extracted value stays hidden'
                : `${String(hidden)} extracted values stay hidden`}
            </li>
          )}
        </ul>
      )}
      {requestId === null ? null : (
        <p className={styles.request}>
          request <code>{requestId}</code>
          <CopyButton text={requestId} label="Copy the request id" />
        </p>
      )}
      {problems.length === 0 ? null : <p className={styles.odd}>{problems.join('; ')}</p>}
    </li>
  );
}
