import type { FailureGroup } from '#shared/domain/failure-groups.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { FingerprintChip } from '#renderer/ui/chip/fingerprint-chip.tsx';
import { exactUtc } from '#renderer/ui/relative-time/relative-words.ts';
import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import { clockWords, groupCount, groupDetail } from './group-words.ts';
import { sameAgainWords } from './same-again.ts';
import styles from './failure-groups.module.css';

export interface FailureGroupRowProps {
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

export function FailureGroupRow(props: FailureGroupRowProps) {
  const { group, now, complete, isChosen, isAtHand, whyNot, onChoose, onReprocess } = props;
  const { fingerprint, pattern, sample, documents, firstAt, lastAt } = group;
  const again = sameAgainWords(group);
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
      <dd title={exactUtc(moment)}>{clockWords(moment, now)}</dd>
    </>
  );
}
