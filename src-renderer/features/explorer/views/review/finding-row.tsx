import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { findDeclared } from '#shared/catalogue/find-declared.ts';
import type { Finding } from '#shared/catalogue/review/finding.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { Chip } from '#renderer/ui/chip/chip.tsx';
import type { ChipTone } from '#renderer/ui/chip/chip.tsx';
import { CopyButton } from '#renderer/ui/copy-button/copy-button.tsx';
import styles from './finding-row.module.css';
import { findingText, remedyPrice, severityWords } from './review-words.ts';

export interface FindingRowProps {
  readonly system: SystemDeclaration;
  readonly finding: Finding;
  readonly onAsk: ((pattern: string) => void) | undefined;
  readonly onKeys: (() => void) | undefined;
}

/** What is so, why it matters, what to do about it, and where to look. */
export function FindingRow({ system, finding, onAsk, onKeys }: FindingRowProps) {
  const { severity, at, rule, says, why, remedy, writes, pattern: patternKey } = finding;
  const pattern = patternKey === undefined ? undefined : findDeclared(system.patterns, patternKey);
  return (
    <li className={styles.finding}>
      <div className={styles.mark}>
        <Chip tone={tones[severity]} icon={severity === 'high' ? 'warning' : undefined}>
          {severityWords[severity]}
        </Chip>
      </div>
      <div className={styles.words}>
        <h4 className={styles.says}>{says}</h4>
        <dl className={styles.facts}>
          <dt>Why</dt>
          <dd>{why}</dd>
          <dt>Remedy</dt>
          <dd className={styles.remedy}>{remedy}</dd>
          {writes === undefined ? null : (
            <>
              <dt>Price</dt>
              <dd>{remedyPrice(writes)}</dd>
            </>
          )}
          <dt>Where</dt>
          <dd className={styles.where}>
            <code>{at}</code>
            <span className={styles.rule}>{rule}</span>
          </dd>
        </dl>
        <div className={styles.actions}>
          {onKeys === undefined ? null : (
            <Button size="sm" variant="ghost" icon="key" onClick={onKeys}>
              Show its keys
            </Button>
          )}
          {pattern === undefined || patternKey === undefined || onAsk === undefined ? null : (
            <Button size="sm" variant="ghost" icon="play" onClick={() => onAsk(patternKey)}>
              Open {pattern.number} {pattern.title}
            </Button>
          )}
        </div>
      </div>
      <CopyButton text={findingText(finding)} label="Copy the finding as text" />
    </li>
  );
}

const tones: Record<Finding['severity'], ChipTone> = { high: 'failed', medium: 'review', low: 'default' };
