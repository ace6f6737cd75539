import type { ReviewDocument } from '#shared/contract/review/document.ts';
import { claimMinutes } from '#shared/domain/pipeline-limits.ts';
import type { Edits, ReviewMode } from '#shared/domain/review/draft-rules.ts';
import { Chip } from '#renderer/ui/chip/chip.tsx';
import { ExpiryRing } from '#renderer/ui/progress/expiry-ring.tsx';
import { useNow } from '#renderer/ui/relative-time/use-now.ts';
import { StatusBadge } from '#renderer/ui/status/status-badge.tsx';
import { clockWords, progressWords, shortProgress } from './desk-words.ts';
import type { Claim } from './flow/claim-keeping.ts';
import styles from './document-head.module.css';

export interface DocumentHeadProps {
  readonly document: ReviewDocument;
  readonly edits: Edits;
  readonly mode: ReviewMode;
  readonly claim: Claim;
}

/** Which document it is, how far it has come, and how long it is one's own. */
export function DocumentHead({ document, edits, mode, claim }: DocumentHeadProps) {
  const name = document.fileName ?? document.documentId;
  const ending = /\.[a-z]{2,4}$/i.exec(name)?.[0] ?? '';
  return (
    <div className={styles.head}>
      <h2 className={styles.name} title={name}>
        {name.slice(0, name.length - ending.length)}
        <span className={styles.ending}>{ending}</span>
      </h2>
      {document.status === null ? null : <StatusBadge status={document.status} pill />}
      {document.fourEyes ? (
        <Chip icon="review" className={styles.eyes ?? ''}>
          {eyes[document.step]}
        </Chip>
      ) : null}
      <span className={styles.progress}>{progressWords(document, edits, mode)}</span>
      <span className={styles.short} aria-hidden>
        {shortProgress(document, edits, mode)}
      </span>
      <span className={styles.claim}>
        <ClaimClock claim={claim} />
      </span>
    </div>
  );
}

function ClaimClock({ claim }: { readonly claim: Claim }) {
  const now = useNow(claim.kind === 'mine' ? 1_000 : null);
  if (claim.kind === 'asking') return 'taking it…';
  if (claim.kind === 'over') return 'no longer yours; the next key takes it again';
  if (claim.kind === 'unsure') return 'not taken yet';
  if (claim.kind !== 'mine') return null;
  const left = Math.max(0, claim.until - now);
  return (
    <ExpiryRing
      left={left / claimMs}
      words={`yours for ${clockWords(left)}`}
      tone={left < urgentMs ? 'urgent' : 'accent'}
    />
  );
}

const eyes: Readonly<Record<ReviewDocument['step'], string>> = {
  first: 'Four eyes, first',
  second: 'Four eyes, second',
  third: 'Four eyes, the two differ',
};

const claimMs = claimMinutes * 60_000;
const urgentMs = 60_000;
