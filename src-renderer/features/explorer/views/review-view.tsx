import { useMemo, useState } from 'react';
import { reviewRules, reviewSystem } from '#shared/catalogue/review/review-system.ts';
import type { SampledItems } from '#shared/catalogue/review/review-system.ts';
import type { OpenSystem } from '#shared/contract/explorer.ts';
import { Disclosure } from '#renderer/ui/disclosure/disclosure.tsx';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import { Segmented } from '#renderer/ui/segmented/segmented.tsx';
import { FindingRow } from './review/finding-row.tsx';
import { groupsOf, reviewedWords, severityOptions, silentRules, verdict } from './review/review-words.ts';
import type { SeverityFilter } from './review/review-words.ts';
import { ruleLooksFor } from './review/rule-words.ts';
import styles from './review/review-view.module.css';
import { useReadItems } from './review/use-read-items.ts';
import { ViewFrame, ViewPart } from '#renderer/ui/view-frame/view-frame.tsx';

export interface ReviewViewProps {
  readonly system: OpenSystem;
  /** By table; left out, what the answers of this session hold. */
  readonly sampled?: SampledItems | undefined;
  readonly onAsk?: ((pattern: string) => void) | undefined;
  /** Leads to the entities and keys. */
  readonly onKeys?: (() => void) | undefined;
}

/** What a schema will be sorry for: by how bad it is, with the reason and the cheaper way out. */
export function ReviewView({ system, sampled, onAsk, onKeys }: ReviewViewProps) {
  const { declaration } = system;
  const read = useReadItems(declaration);
  const { items, at } = sampled === undefined ? read : { items: sampled, at: read.at };
  const [shown, setShown] = useState<SeverityFilter>('all');
  const [silenceOpen, setSilenceOpen] = useState(false);
  const findings = useMemo(() => reviewSystem(declaration, items, at), [declaration, items, at]);
  const silent = silentRules(reviewRules, findings);
  const groups = groupsOf(findings).filter(({ severity }) => shown === 'all' || severity === shown);

  return (
    <ViewFrame
      title="Schema review"
      sub={reviewedWords(declaration.name, items)}
      actions={
        <Segmented
          label="Severity"
          size="sm"
          value={shown}
          onChange={setShown}
          options={severityOptions(findings)}
        />
      }
    >
      <Verdict {...verdict(findings, shown)} />
      {groups.map(({ severity, title, of }) => (
        <ViewPart key={severity} title={title} hint={countWords(of.length)}>
          <ul>
            {of.map((finding) => (
              <FindingRow
                key={`${finding.rule} ${finding.at} ${finding.says}`}
                system={declaration}
                finding={finding}
                onAsk={onAsk}
                onKeys={onKeys}
              />
            ))}
          </ul>
        </ViewPart>
      ))}
      {silent.length === 0 ? null : (
        <div className={styles.silence}>
          <Disclosure
            title={
              silent.length === 1 ? '1 rule found nothing' : `${String(silent.length)} rules found nothing`
            }
            open={silenceOpen}
            onOpen={setSilenceOpen}
          >
            <ul className={styles.silent}>
              {silent.map((rule) => (
                <li key={rule.name}>
                  <span className={styles.rule}>{rule.name}</span> {ruleLooksFor(rule.name)}
                  {rule.needsItems ? (
                    <span className={styles.quiet}> Also of items that were read.</span>
                  ) : null}
                </li>
              ))}
            </ul>
          </Disclosure>
        </div>
      )}
    </ViewFrame>
  );
}

function Verdict({ isGood, words }: ReturnType<typeof verdict>) {
  return (
    <p className={styles.verdict}>
      <span className={isGood ? styles.good : styles.bad}>
        <Icon name={isGood ? 'check' : 'warning'} size={14} />
      </span>
      {words}
    </p>
  );
}

function countWords(count: number): string {
  return count === 1 ? '1 finding' : `${String(count)} findings`;
}
