import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OpenedCorrections } from '#shared/contract/changed-corrections.ts';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { TenantName } from '#renderer/contract/names.tsx';
import { useKept } from '#renderer/contract/use-kept.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { Note } from '#renderer/ui/note.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { View } from '#renderer/ui/pane.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { SplitPanes } from '#renderer/ui/split-panes.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import { TimeChart } from '#renderer/ui/time-chart/time-chart.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import { parseSeries } from './address.ts';
import { corrections, formatDay, formatShare, nameSeries } from './corrections-messages.ts';
import { ChangesPart, CostPart, DocumentsPart, ProposalPart, SeriesTable } from './corrections-parts.tsx';
import { IncidentsFailure, type IncidentsParts } from './incident-parts.tsx';
import styles from './incidents.module.css';

export interface CorrectionsPageProps extends IncidentsParts {
  readonly tenantId: string;
  readonly workflowId: string;
}

/** Shows how often reviewers correct a workflow's documents, since when that is different, and what would stop it. */
export function CorrectionsPage(props: CorrectionsPageProps) {
  const { tenantId, workflowId, address, foot, onLeaveCorrections, onOpenWorkflow } = props;
  const of = parseSeries(address.series);
  const query = useQuery(
    operationOptions('incidents.correctionsOf', { tenantId, workflowId, ...(of && { of }) }),
  );
  useShowReceipt('corrections', query.data?.receipt);
  const read = query.data?.value;
  usePageKeys(pageKeys.incidents, { back: onLeaveCorrections });
  const name = read?.workflowName ?? workflowId;
  const projectId = read?.projectId ?? null;
  return (
    <View
      head={
        <header className={styles.head}>
          <IconButton
            icon="left"
            size="sm"
            label={corrections.back}
            shortcut={pageKeys.incidents.back}
            onClick={onLeaveCorrections}
          />
          <div className={styles.names}>
            <p className={styles.crumbs}>
              <span>{corrections.crumb}</span>
              <span aria-hidden>/</span>
              <TenantName tenantId={tenantId} />
            </p>
            <h1 className={styles.pattern}>
              {(read?.drift ?? null) === null ? corrections.usualTitle(name) : corrections.title(name)}
            </h1>
          </div>
          <div className={styles.actions}>
            {projectId === null ? null : (
              <Button icon="workflows" onClick={() => onOpenWorkflow({ tenantId, projectId, workflowId })}>
                {corrections.openWorkflow}
              </Button>
            )}
          </div>
        </header>
      }
      foot={foot}
    >
      {read !== undefined ? (
        <Desk {...props} read={read} />
      ) : query.error === null ? (
        <SkeletonRows rows={8} label={corrections.loading} />
      ) : (
        <IncidentsFailure
          failure={toFailure(query.error)}
          title={corrections.notRead}
          notDone={corrections.notDone}
          outOfScope={corrections.outOfScope}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
    </View>
  );
}

interface DeskProps extends CorrectionsPageProps {
  readonly read: OpenedCorrections;
}

function Desk(props: DeskProps) {
  const { read } = props;
  const [width, keepWidth] = useKept(['incidents-page.corrections.width'], sideWidth);
  if (!read.isCounted) {
    return <EmptyState title={corrections.notCounted.title}>{corrections.notCounted.text}</EmptyState>;
  }
  return (
    <div className={styles.desk}>
      <History read={read} />
      {read.problems.map((problem) => (
        <Note key={problem} flat tone="warn">
          {problem}
        </Note>
      ))}
      <div className={styles.parts}>
        <SplitPanes
          label={corrections.crumb}
          sized="end"
          size={width}
          defaultSize={sideWidth}
          min={320}
          minOther={400}
          narrow="stack"
          onResize={(size) => keepWidth(() => size)}
          start={
            <div className={styles.side}>
              <SeriesTable {...props} />
              <DocumentsPart {...props} />
            </div>
          }
          end={
            <div className={styles.side}>
              {read.drift === null ? null : (
                <>
                  <ProposalPart {...props} />
                  <ChangesPart read={read} />
                  <CostPart read={read} />
                </>
              )}
            </div>
          }
        />
      </div>
    </div>
  );
}

const sideWidth = 440;
const dayMs = 86_400_000;

function History({ read: { days, drift } }: { readonly read: OpenedCorrections }) {
  const [cursor, setCursor] = useState<number | null>(null);
  const words = corrections.chart;
  const [first] = days;
  if (first === undefined) return null;
  const count = (of: 'corrected' | 'unchanged') =>
    days.map(({ read, corrected }) =>
      read === 0 ? null : of === 'corrected' ? corrected : read - corrected,
    );
  const began = drift === null ? -1 : days.findIndex(({ day }) => day === drift.beganOn);
  return (
    <section className={styles.history} aria-label={words.title}>
      <TimeChart
        title={drift === null ? words.title : `${nameSeries(drift)}, ${words.title.toLowerCase()}`}
        hint={words.hint}
        kind="bars"
        span={{ from: Date.parse(`${first.day}T00:00:00Z`), periodMs: dayMs, count: days.length }}
        lines={[
          { id: 'corrected', title: words.corrected, tone: 'failed', values: count('corrected') },
          { id: 'unchanged', title: words.unchanged, tone: 'data-1', values: count('unchanged') },
        ]}
        format={(value) => String(value)}
        topFor={(most) => Math.max(2, 2 * Math.ceil(most / 2))}
        marks={
          drift === null || began < 0
            ? undefined
            : [
                {
                  at: Date.parse(`${drift.beganOn}T00:00:00Z`),
                  label: words.began(formatDay(drift.beganOn)),
                  tone: 'bad',
                  isNamed: true,
                },
              ]
        }
        cursor={cursor}
        onCursor={setCursor}
        height={88}
      />
      {drift === null ? (
        <p className={styles.said}>
          <b>{corrections.usual.title}.</b> {corrections.usual.text}
        </p>
      ) : (
        <dl className={styles.facts}>
          <Fact term={corrections.facts.began}>{formatDay(drift.beganOn)}</Fact>
          <Fact term={corrections.facts.usual}>
            {formatShare(drift.usual)}{' '}
            <span className={styles.quiet}>{corrections.facts.of(drift.usual)}</span>
          </Fact>
          <Fact term={corrections.facts.recent}>
            <b>{formatShare(drift.recent)}</b>{' '}
            <span className={styles.quiet}>{corrections.facts.of(drift.recent)}</span>
          </Fact>
          <Fact term={corrections.facts.chance}>
            <span title={corrections.facts.pHint}>{corrections.facts.p(drift.p)}</span>
          </Fact>
        </dl>
      )}
    </section>
  );
}

function Fact({ term, children }: { readonly term: string; readonly children: React.ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
