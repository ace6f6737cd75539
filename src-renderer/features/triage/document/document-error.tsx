import type { OpenDocument } from '#shared/contract/triage/documents.ts';
import { fingerprintOf } from '#shared/domain/fingerprint.ts';
import { poisonTimes } from '#shared/domain/poison.ts';
import { Chip } from '#renderer/ui/chip/chip.tsx';
import { FingerprintChip } from '#renderer/ui/chip/fingerprint-chip.tsx';
import styles from './document.module.css';

interface DocumentErrorProps {
  readonly document: OpenDocument;
  /** How often its passport tells of this very failure; 0 where it was not asked. */
  readonly sameTimes: number;
  /** The passport was read to its end. */
  readonly isWhole: boolean;
  readonly onPassport: () => void;
}

export function DocumentError({ document, sameTimes, isWhole, onPassport }: DocumentErrorProps) {
  const { error, status } = document;
  if (error === null) {
    return status === 'FAILED' ? (
      <div className={styles.error}>
        <p className={styles.message}>It has failed, and its item does not say why.</p>
      </div>
    ) : null;
  }
  const isPoison = sameTimes >= poisonTimes;
  return (
    <div className={styles.error}>
      <div className={styles.cause}>
        <FingerprintChip fingerprint={fingerprintOf(error).id} />
        <span className={styles.code}>{error.code ?? 'no code'}</span>
        {error.stage === null ? null : <span className={styles.quiet}>in {error.stage}</span>}
        {isPoison ? (
          <Chip tone="failed" icon="ban">
            poison
          </Chip>
        ) : null}
      </div>
      <p className={styles.message}>{error.message ?? 'No message was recorded.'}</p>
      {isPoison ? (
        <p className={styles.quiet}>
          It has failed for this very reason {isWhole ? '' : 'at least '}
          {sameTimes} times,{' '}
          <button type="button" className={styles.leads} onClick={onPassport}>
            says its passport
          </button>
          . Reprocessing it asks for a reason.
        </p>
      ) : null}
    </div>
  );
}
