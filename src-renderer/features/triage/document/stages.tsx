import { useQuery } from '@tanstack/react-query';
import { useState, type CSSProperties } from 'react';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { Button } from '#renderer/ui/button.tsx';
import { KeyValueList } from '#renderer/ui/key-value-list.tsx';
import { exactUtc } from '#renderer/ui/relative-time.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { ModelUsage, OpenDocument, Usage } from '#shared/contract/triage.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { documentsInOneHistory } from '#shared/domain/pipeline-limits.ts';
import { documentCost, type DocumentCost } from '#shared/pricing/document-cost.ts';
import { moneyText } from '#shared/pricing/decimal.ts';
import { getBookInUse } from '#shared/pricing/book-in-use.ts';
import { PartFailure } from '../parts/part-failure.tsx';
import { formatDuration } from '../timeline/iteration-text.ts';
import styles from './passport.module.css';
import { messages } from '../messages.ts';

interface StagesProps {
  readonly document: OpenDocument;
  /** Undefined until it is known. */
  readonly batch: Pick<Batch, 'documentCount'> | undefined;
  /** Opens the events of the run that concern this document; with the name of its child execution, all of that. */
  readonly onShowEvents: (run: number, child: string | null) => void;
}

/** Shows the duration, consumption and cost of each stage of the last run. */
export function Stages({ document, batch, onShowEvents }: StagesProps) {
  const isOfLargeBatch = (batch?.documentCount ?? 0) > documentsInOneHistory;
  return (
    <div className={styles.stages}>
      {document.usage === null ? (
        <EmptyState title={messages.document.noUsage}>
          <p>{messages.document.noUsageNext}</p>
        </EmptyState>
      ) : (
        <StageTable document={document} usage={document.usage} />
      )}
      {document.run === null || document.run < 1 ? null : isOfLargeBatch ? (
        <ChildOfDocument document={document} run={document.run} onShowEvents={onShowEvents} />
      ) : (
        <div className={styles.child}>
          <Button size="sm" onClick={() => onShowEvents(document.run ?? 1, null)}>
            {messages.execution.showEvents}
          </Button>
          <span className={styles.note}>{messages.execution.showEventsHint(document.run)}</span>
        </div>
      )}
    </div>
  );
}

/** The name of a child execution says nothing of its document, so it is looked for when a person asks. */
function ChildOfDocument({
  document,
  run,
  onShowEvents,
}: Pick<StagesProps, 'document' | 'onShowEvents'> & { readonly run: number }) {
  const { batchId, documentId, statusSince } = document;
  const [wanted, setWanted] = useState(false);
  const since = Date.parse(statusSince ?? '');
  const at = Number.isNaN(since) ? null : new Date(since).toISOString();
  const query = useQuery({
    ...operationOptions('executions.childOfDocument', { batchId, run, documentId, at }),
    enabled: wanted,
  });
  useShowReceipt('child', query.data?.receipt);
  const found = query.data?.value;
  if (!wanted) {
    return (
      <div className={styles.child}>
        <Button size="sm" onClick={() => setWanted(true)}>
          {messages.mapRun.find}
        </Button>
        <span className={styles.note}>{messages.mapRun.findHint}</span>
      </div>
    );
  }
  if (query.error !== null) {
    return (
      <PartFailure
        failure={toFailure(query.error)}
        title={messages.execution.notRead}
        notDone={messages.timeline.nothingChanged}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (found === undefined) return <SkeletonRows rows={3} label={messages.mapRun.finding} labelVisible />;
  const { child, opened, listed, more } = found;
  if (child === null) {
    return (
      <p className={styles.note} aria-live="polite">
        {listed === 0
          ? messages.mapRun.noMapRun(run)
          : messages.mapRun.notFound(grouped(opened), grouped(listed), more)}
      </p>
    );
  }
  const took = Date.parse(child.stoppedAt ?? '') - Date.parse(child.startedAt ?? '');
  return (
    <>
      <KeyValueList
        items={[
          { label: messages.mapRun.found, value: child.name, mono: true, copy: child.arn },
          { label: messages.mapRun.status, value: child.status },
          {
            label: messages.mapRun.started,
            value: child.startedAt === null ? 'unknown' : exactUtc(Date.parse(child.startedAt)),
          },
          {
            label: messages.mapRun.took,
            value: Number.isNaN(took) ? messages.mapRun.running : formatDuration(took),
          },
        ]}
      />
      <div className={styles.child}>
        <Button size="sm" onClick={() => onShowEvents(run, child.name)}>
          {messages.execution.showEvents}
        </Button>
      </div>
      {child.status === 'SUCCEEDED' && document.status === 'FAILED' ? (
        <p className={styles.note}>{messages.mapRun.marked}</p>
      ) : null}
    </>
  );
}

function StageTable({ document, usage }: { readonly document: OpenDocument; readonly usage: Usage }) {
  const book = getBookInUse();
  const cost = documentCost(usage, book);
  const lines = listStageLines(usage, cost);
  const longest = Math.max(1, ...lines.map(({ ms }) => ms ?? 0));
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Stage</th>
            <th scope="col">Took</th>
            <th scope="col">Consumed</th>
            <th scope="col">Cost</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ stage, series, ms, consumed, usd }) => (
            <tr key={stage}>
              <th scope="row">{stage}</th>
              <td>
                {ms === null ? null : (
                  <span className={styles.took}>
                    <span className={styles.track} aria-hidden>
                      <span
                        className={styles.bar}
                        style={{ '--share': ms / longest, '--series': `var(${series})` } as CSSProperties}
                      />
                    </span>
                    {formatSeconds(ms)}
                  </span>
                )}
              </td>
              <td className={styles.consumed}>{consumed}</td>
              <td>{usd === null ? 'no price' : moneyText(usd, { places: 4, tiny: 'sign' })}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {cost.unpriced.length === 0 ? messages.document.total : messages.document.totalAtLeast}
            </th>
            <td>{moneyText(cost.total, { places: 4, tiny: 'sign' })}</td>
          </tr>
        </tfoot>
      </table>
      <p className={styles.note}>
        {`Run ${String(document.run ?? 'unknown')}, by the price book “${book.name}”.`}
        {(document.run ?? 0) > 1 ? messages.document.earlierRuns : null}
      </p>
    </>
  );
}

function formatSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

interface StageLine {
  readonly stage: string;
  /** The colour of the stage in every chart. */
  readonly series: string;
  readonly ms: number | null;
  readonly consumed: string;
  /** Null if the price book has no price for it. */
  readonly usd: string | null;
}

/** Returns the stages that the document reached, followed by the rest of the AWS cost. */
export function listStageLines(usage: Usage, cost: DocumentCost): readonly StageLine[] {
  const { textract, gapFill, verify } = usage;
  return [
    ...(textract === null
      ? []
      : [
          {
            stage: 'Textract',
            series: '--data-6',
            ms: textract.ms,
            consumed: formatCounted(textract.pages, 'page'),
            usd: cost.textract,
          },
        ]),
    ...(gapFill === null ? [] : [toModelLine('Gap-fill', '--data-3', gapFill, cost.gapFill)]),
    ...(verify === null ? [] : [toModelLine('Verify', '--data-1', verify, cost.verify)]),
    { stage: 'Infrastructure', series: '--data-5', ms: null, consumed: '', usd: cost.infrastructure },
  ];
}

function toModelLine(stage: string, series: string, usage: ModelUsage, usd: string | null): StageLine {
  const { model, inputTokens, outputTokens, ms } = usage;
  const tokens = [
    inputTokens === null ? 'tokens in unknown' : `${grouped(inputTokens)} tokens in`,
    outputTokens === null ? 'out unknown' : `${grouped(outputTokens)} out`,
  ].join(', ');
  return { stage, series, ms, consumed: `${model ?? 'unknown model'}: ${tokens}`, usd };
}

function formatCounted(count: number | null, noun: string): string {
  if (count === null) return `${noun}s unknown`;
  return count === 1 ? `1 ${noun}` : `${grouped(count)} ${noun}s`;
}
