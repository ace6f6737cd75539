import { useId, type ReactNode } from 'react';
import type { OpenedCorrections, SeriesRow } from '#shared/contract/changed-corrections.ts';
import { assumedReviewerRate } from '#shared/domain/review/reviewer-figures.ts';
import { maySaveThresholds } from '#shared/permissions.ts';
import { capitalize } from '#shared/domain/formatting.ts';
import { useNames } from '#renderer/contract/names.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { PaneHead } from '#renderer/ui/pane.tsx';
import plain from '#renderer/ui/plain-table.module.css';
import { RelativeTime, useNow } from '#renderer/ui/relative-time.tsx';
import { writeSeries } from './address.ts';
import { corrections, formatDay, formatShare, nameSeries } from './corrections-messages.ts';
import type { CorrectionsPageProps } from './corrections-page.tsx';
import styles from './incidents.module.css';

interface PartProps extends CorrectionsPageProps {
  readonly read: OpenedCorrections;
}

function Part({ title, hint, children }: { title: string; hint?: string | undefined; children: ReactNode }) {
  const titleId = useId();
  return (
    <section className={styles.part} aria-labelledby={titleId}>
      <PaneHead title={title} titleId={titleId} level={2} hint={hint} />
      {children}
    </section>
  );
}

/** More rows would only say that nothing has changed. */
const mostUnchanged = 10;

/** Lists every series before and since the change; a changed one can be chosen for the chart. */
export function SeriesTable({ read, go }: PartProps) {
  const words = corrections.table;
  const changed = read.series.filter(({ p }) => p !== null);
  const others = read.series.filter(({ p }) => p === null);
  const shown = [...changed, ...others.slice(0, mostUnchanged)];
  const left = others.length - Math.min(others.length, mostUnchanged);
  const { drift } = read;
  return (
    <Part title={words.title} hint={drift === null ? undefined : words.hint(formatDay(drift.beganOn))}>
      <table className={classNames(plain.table, styles.series)} aria-label={words.title}>
        <thead>
          <tr>
            <th scope="col">{words.what}</th>
            <th scope="col" className={plain.end}>
              {words.usual}
            </th>
            <th scope="col" className={plain.end}>
              {words.recent}
            </th>
            <th scope="col" className={plain.end}>
              {words.documents}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <SeriesLine
              key={`${row.kind} ${row.name}`}
              row={row}
              isShown={drift !== null && row.kind === drift.kind && row.name === drift.name}
              onChoose={() => go({ series: writeSeries(row) }, 'replace')}
            />
          ))}
        </tbody>
      </table>
      {left === 0 ? null : <p className={styles.said}>{words.more(left)}</p>}
    </Part>
  );
}

interface SeriesLineProps {
  readonly row: SeriesRow;
  readonly isShown: boolean;
  readonly onChoose: () => void;
}

function SeriesLine({ row, isShown, onChoose }: SeriesLineProps) {
  const words = corrections.table;
  const name = nameSeries(row);
  const isChanged = row.p !== null;
  return (
    <tr aria-current={isShown || undefined}>
      <th scope="row">
        {isChanged && !isShown ? (
          <button type="button" className={styles.choose} onClick={onChoose}>
            {name}
          </button>
        ) : (
          name
        )}
        {words.groups[row.kind] === '' ? null : (
          <span className={styles.quiet}> {words.groups[row.kind]}</span>
        )}
        {isChanged ? <span className={styles.changed}>{words.changed}</span> : null}
      </th>
      <td className={classNames(plain.end, plain.quiet)}>{formatShare(row.usual)}</td>
      <td className={classNames(plain.end, isChanged && styles.bad)}>{formatShare(row.recent)}</td>
      <td className={classNames(plain.end, plain.quiet)}>
        {`${row.recent.corrected} of ${row.recent.read}`}
      </td>
    </tr>
  );
}

/** Lists the corrected documents. Each opens in Triage, where it can be read and not changed. */
export function DocumentsPart({ read, tenantId, onOpenBatch }: PartProps) {
  const words = corrections.documents;
  const now = useNow(30_000);
  return (
    <Part
      title={words.title}
      hint={
        read.documents.length === 0 ? undefined : words.hint(read.documents.length, read.areMoreDocuments)
      }
    >
      {read.documents.length === 0 ? <p className={styles.said}>{words.none}</p> : null}
      <ul className={styles.rows}>
        {read.documents.map(({ batchId, documentId, fileName, at, fields, supplierName, hasNewLayout }) => (
          <li key={`${batchId} ${documentId} ${at}`}>
            <button
              type="button"
              className={styles.row}
              onClick={() => onOpenBatch(tenantId, batchId, documentId)}
            >
              <span className={styles.rowName}>{fileName ?? documentId}</span>
              <span className={styles.rowEnd}>
                {supplierName}
                {hasNewLayout ? <span className={styles.newLayout}> {words.newLayout}</span> : null}
              </span>
              <span className={styles.rowEnd}>
                {fields
                  .filter(({ name }) => read.drift?.kind !== 'field' || name === read.drift.name)
                  .slice(0, 2)
                  .map(({ name, confidence }) => words.field(name, confidence))
                  .join(', ')}
              </span>
              {at === null ? null : (
                <span className={styles.rowTime}>
                  <RelativeTime at={Date.parse(at)} now={now} focusable={false} />
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** Lists what changed in the workflow and in the models around the day on which corrections changed. */
export function ChangesPart({ read }: { readonly read: OpenedCorrections }) {
  const words = corrections.changes;
  const { person } = useNames();
  const now = useNow(30_000);
  return (
    <Part
      title={words.title}
      hint={read.drift === null ? undefined : words.hint(formatDay(read.drift.beganOn))}
    >
      {read.changes.length === 0 ? <p className={styles.said}>{words.none}</p> : null}
      <ul className={styles.changes}>
        {read.changes.map((change) =>
          change.what === 'workflow' ? (
            <li key={`${change.at} ${change.event}`}>
              <b>{capitalize(change.event ?? 'changed')}</b>
              <span className={styles.quiet}>
                {change.actor === null ? '' : ` ${words.by(person(change.actor, read.tenantId))} `}
                {change.at === null ? null : <RelativeTime at={Date.parse(change.at)} now={now} />}
              </span>
              {change.reason === null ? null : <p>{change.reason}</p>}
            </li>
          ) : change.what === 'layout' ? (
            <li key="layout">
              <b>{words.layout(change)}</b>
              <p>{words.layoutHaving(change, read.areMoreDocuments)}</p>
            </li>
          ) : (
            <li key={`${change.what} ${change.name}`}>
              {change.what === 'model' ? words.model(change) : words.version(change)}
            </li>
          ),
        )}
      </ul>
      {read.isHistoryCut ? <p className={styles.said}>{words.cut}</p> : null}
    </Part>
  );
}

/** Says what the corrections beyond the usual ones took of reviewers’ time, and at which rate that is money. */
export function CostPart({ read: { cost } }: { readonly read: OpenedCorrections }) {
  const words = corrections.cost;
  if (cost === null) return null;
  const usd = ((cost.seconds / 3_600) * Number(assumedReviewerRate)).toFixed(2);
  return (
    <Part title={words.title}>
      <dl className={styles.costs}>
        <dt>{words.extra(cost.extra)}</dt>
        <dd>{words.time(cost)}</dd>
        <dd>{words.money(usd, assumedReviewerRate)}</dd>
      </dl>
      <p className={styles.said}>{cost.from === 'timed' ? words.timed(cost) : words.assumed(cost)}</p>
    </Part>
  );
}

/** Offers the threshold or the rule that would have stopped these values. It opens the editor and saves nothing. */
export function ProposalPart({ read, person, tenantId, workflowId, onOpenWorkflow }: PartProps) {
  const words = corrections.proposal;
  const { threshold, rule, projectId, documents } = read;
  const key = { tenantId, projectId: projectId ?? '', workflowId };
  const maySave = maySaveThresholds(person.me, tenantId);
  return (
    <Part title={words.title}>
      {threshold === null ? null : (
        <div className={styles.proposal}>
          <b>{words.threshold(threshold)}</b>
          <p>{words.thresholdWhy(threshold)}</p>
          {projectId === null ? null : (
            <Button size="sm" onClick={() => onOpenWorkflow(key, { review: threshold.value })}>
              {words.openThreshold}
            </Button>
          )}
        </div>
      )}
      {rule === null ? null : (
        <div className={styles.proposal}>
          <b>{words.rule(rule)}</b>
          <p>{words.ruleWhy(rule)}</p>
          {projectId === null ? null : (
            <Button size="sm" onClick={() => onOpenWorkflow(key, { proposed: rule })}>
              {words.openRule}
            </Button>
          )}
        </div>
      )}
      <p className={styles.said}>
        {threshold === null && rule === null
          ? documents.length < 5
            ? words.fewer
            : words.none
          : maySave
            ? words.notSaved
            : words.requiresAdmin}
      </p>
    </Part>
  );
}
