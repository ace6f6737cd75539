import { useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useMemo, useState, useSyncExternalStore } from 'react';
import type { Answer } from '#renderer/contract/operation-options.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Chip, type ChipTone } from '#renderer/ui/chip.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Disclosure } from '#renderer/ui/disclosure.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { ViewFrame, ViewPart } from '#renderer/ui/view-frame.tsx';
import { findDeclared, type SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';
import type { Finding, SampledItems } from '#shared/catalogue/review/finding.ts';
import { reviewRules, reviewSystem } from '#shared/catalogue/review/review-system.ts';
import type { OpenSystem, Question, Reading } from '#shared/contract/explorer.ts';
import { counted } from '#shared/domain/formatting.ts';
import { messages } from '../messages.ts';
import styles from './review-view.module.css';
import {
  formatFinding,
  groupFindings,
  formatRemedyPrice,
  describeReviewed,
  describeRule,
  listSeverityOptions,
  severityLabels,
  listSilentRules,
  describeVerdict,
  type SeverityFilter,
} from './schema-review-messages.ts';

interface ReviewViewProps {
  readonly system: OpenSystem;
  /** Items by table; by default those in the answers of this session. */
  readonly sampled?: SampledItems | undefined;
  readonly onAsk?: ((pattern: string) => void) | undefined;
  /** Opens the entities and keys. */
  readonly onKeys?: (() => void) | undefined;
}

/** Lists the weaknesses of a schema, the worst first, with the reason and the cheapest remedy. */
export function ReviewView({ system, sampled, onAsk, onKeys }: ReviewViewProps) {
  const { declaration } = system;
  const read = useReadItems(declaration);
  const { items, at } = sampled === undefined ? read : { items: sampled, at: read.at };
  const [shown, setShown] = useState<SeverityFilter>('all');
  const [silenceOpen, setSilenceOpen] = useState(false);
  const findings = useMemo(() => reviewSystem(declaration, items, at), [declaration, items, at]);
  const silent = listSilentRules(reviewRules, findings);
  const groups = groupFindings(findings).filter(({ severity }) => shown === 'all' || severity === shown);

  return (
    <ViewFrame
      title={messages.views.schemaReview}
      sub={describeReviewed(declaration.name, items)}
      actions={
        <Segmented
          label="Severity"
          size="sm"
          value={shown}
          onChange={setShown}
          options={listSeverityOptions(findings)}
        />
      }
    >
      <Verdict {...describeVerdict(findings, shown)} />
      {groups.map(({ severity, title, of }) => (
        <ViewPart key={severity} title={title} hint={counted(of.length, 'finding')}>
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
              silent.length === 1 ? messages.views.oneSilent : `${String(silent.length)} rules found nothing`
            }
            open={silenceOpen}
            onOpen={setSilenceOpen}
          >
            <ul className={styles.silent}>
              {silent.map((rule) => (
                <li key={rule.name}>
                  <span className={styles.reviewViewRule}>{rule.name}</span> {describeRule(rule.name)}
                  {rule.needsItems ? <span className={styles.quiet}> {messages.views.alsoItems}</span> : null}
                </li>
              ))}
            </ul>
          </Disclosure>
        </div>
      )}
    </ViewFrame>
  );
}

function Verdict({ isGood, words }: ReturnType<typeof describeVerdict>) {
  return (
    <p className={styles.verdict}>
      <span className={isGood ? styles.good : styles.bad}>
        <Icon name={isGood ? 'check' : 'warning'} size={14} />
      </span>
      {words}
    </p>
  );
}

interface FindingRowProps {
  readonly system: SystemDeclaration;
  readonly finding: Finding;
  readonly onAsk: ((pattern: string) => void) | undefined;
  readonly onKeys: (() => void) | undefined;
}

/** Shows one finding: the fact, why it matters, the remedy, and where to look. */
function FindingRow({ system, finding, onAsk, onKeys }: FindingRowProps) {
  const { severity, at, rule, says, why, remedy, writes, pattern: patternKey } = finding;
  const pattern = patternKey === undefined ? undefined : findDeclared(system.patterns, patternKey);
  return (
    <li className={styles.finding}>
      <div className={styles.mark}>
        <Chip tone={tones[severity]} icon={severity === 'high' ? 'warning' : undefined}>
          {severityLabels[severity]}
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
              <dd>{formatRemedyPrice(writes)}</dd>
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
              {messages.views.showKeys}
            </Button>
          )}
          {pattern === undefined || patternKey === undefined || onAsk === undefined ? null : (
            <Button size="sm" variant="ghost" icon="play" onClick={() => onAsk(patternKey)}>
              Open {pattern.number} {pattern.title}
            </Button>
          )}
        </div>
      </div>
      <CopyButton text={formatFinding(finding)} label={messages.views.copyFinding} />
    </li>
  );
}

const tones: Record<Finding['severity'], ChipTone> = { high: 'failed', medium: 'review', low: 'default' };

interface ReadItems {
  readonly items: SampledItems;
  /** The time of the newest reading; undefined if there is none. */
  readonly at: number | undefined;
}

/** Collects the items of the answers that are still here, so that reviewing them costs no further read. */
function useReadItems(system: SystemDeclaration): ReadItems {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const answers = () =>
    cache.findAll({ queryKey: ['explorer.ask'] }).filter(({ state }) => state.data !== undefined);
  const sign = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () =>
      answers()
        .map(({ queryHash, state }) => `${queryHash} ${String(state.dataUpdatedAt)}`)
        .join('\n'),
  );
  return useMemo(() => {
    if (sign === '') return nothingRead;
    const found = answers();
    const asked = found.map(({ queryKey, state }) => ({
      question: queryKey[1] as Question,
      readings: (state.data as InfiniteData<Answer<Reading>>).pages.map(({ value }) => value),
    }));
    const items = collectSampledItems(system, asked);
    if (Object.keys(items).length === 0) return nothingRead;
    return { items, at: Math.max(...found.map(({ state }) => state.dataUpdatedAt)) };
    // The sign stands for the cache, which is the same object for ever.
    // oxlint-disable-next-line react/exhaustive-deps -- `answers` only reads what the sign stands for
  }, [system, sign]);
}

const nothingRead: ReadItems = { items: {}, at: undefined };

interface AskedAndRead {
  readonly question: Pick<Question, 'system' | 'pattern'>;
  readonly readings: readonly Pick<Reading, 'items'>[];
}

/** Collects the items of a system's answers by table. An item in several answers is counted once. */
export function collectSampledItems(
  system: SystemDeclaration,
  answers: readonly AskedAndRead[],
): SampledItems {
  const tables = new Map<string, Map<string, Attributes>>();
  for (const { question, readings } of answers) {
    if (question.system !== system.id || findDeclared(system.patterns, question.pattern) === undefined)
      continue;
    const { tableKey, table, indexName } = locate(system, question.pattern);
    const items = tables.get(tableKey) ?? new Map<string, Attributes>();
    for (const { attributes } of readings.flatMap((reading) => reading.items)) {
      const keys = [table.partition.name, table.sort?.name ?? table.partition.name];
      const id = JSON.stringify(keys.map((name) => findDeclared(attributes, name)));
      // An index may hold fewer attributes of an item than the table does.
      if (!items.has(id) || indexName === null) items.set(id, attributes);
    }
    if (items.size > 0) tables.set(tableKey, items);
  }
  return Object.fromEntries([...tables].map(([table, items]) => [table, [...items.values()]]));
}
