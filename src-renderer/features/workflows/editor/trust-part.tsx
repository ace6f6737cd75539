import { useMemo } from 'react';
import { useKept } from '#renderer/contract/use-kept.ts';
import type { ScoredDocument } from '#shared/contract/workflows/workflows.ts';
import type { Thresholds } from '#shared/domain/document-status.ts';
import { adviseReview, wantedPerThousand } from '#shared/domain/thresholds/advice.ts';
import type { Trust } from '#shared/domain/thresholds/trust.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import { Segmented } from '#renderer/ui/segmented/segmented.tsx';
import { adviceWords } from './advice-words.ts';
import styles from './findings.module.css';
import { trustWords } from './trust-words.ts';

interface TrustPartProps {
  readonly documents: readonly ScoredDocument[];
  readonly trust: Trust;
  readonly draft: Thresholds;
  readonly onDraft: (draft: Thresholds) => void;
}

export function TrustPart({ documents, trust, draft, onDraft }: TrustPartProps) {
  const words = trustWords(trust);
  return (
    <section className={styles.part} aria-labelledby="score-trust">
      <h3 id="score-trust" className={styles.title}>
        Can the score be trusted here?
      </h3>
      <div className={styles.verdict} data-verdict={trust.verdict}>
        <Icon name={trust.verdict === 'ranks' ? 'gauge' : 'warning'} size={14} />
        <p>
          <b>{words.title}</b> {words.text}
        </p>
      </div>
      {trust.verdict === 'ranks' ? (
        <AdvicePart documents={documents} draft={draft} onDraft={onDraft} />
      ) : null}
    </section>
  );
}

/** It moves a handle when somebody says so, and never by itself. */
function AdvicePart({ documents, draft, onDraft }: Omit<TrustPartProps, 'trust'>) {
  const [wanted, keep] = useKept<string>(['workflows.wanted-errors'], '5');
  const atMost = Number(wanted);
  const { confidenceThreshold } = draft;
  const advice = useMemo(
    () => adviseReview(documents, { atMost, confidenceThreshold }),
    [documents, atMost, confidenceThreshold],
  );
  const to = advice.kind === 'advised' ? advice.reviewThreshold : null;
  return (
    <div className={styles.advice}>
      <div className={styles.wanted}>
        <span>Errors wanted per 1,000, at most</span>
        <Segmented
          label="Errors wanted per 1,000 accepted, at most"
          size="sm"
          value={wanted}
          onChange={(next) => keep(() => next)}
          options={wantedPerThousand.map((each) => ({ value: String(each), label: String(each) }))}
        />
      </div>
      <p>{adviceWords(advice, atMost)}</p>
      {to === null || to === draft.reviewThreshold ? null : (
        <Button size="sm" onClick={() => onDraft({ ...draft, reviewThreshold: to })}>
          Move review to {to.toFixed(2)}
        </Button>
      )}
    </div>
  );
}
