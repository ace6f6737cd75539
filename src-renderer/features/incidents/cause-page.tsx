import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OpenCause } from '#shared/contract/incidents.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { compareWithDeploy } from '#shared/domain/incidents.ts';
import { whyNotRerun } from '#shared/permissions.ts';
import { formatUpTo } from '#renderer/contract/attention-age.ts';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { usePageCommands } from '#renderer/contract/page-commands.ts';
import { usePlanning } from '#renderer/contract/planning.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { FingerprintChip } from '#renderer/ui/chip.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { HeatStrip, Ticks } from '#renderer/ui/heat-strip.tsx';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { Note } from '#renderer/ui/note.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { View } from '#renderer/ui/pane.tsx';
import { RelativeTime, useNow } from '#renderer/ui/relative-time.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { SplitPanes } from '#renderer/ui/split-panes.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import { formatTenants, State } from './cause-columns.tsx';
import { CauseBatches, CauseDocuments } from './cause-evidence.tsx';
import { describeStrip, formatUtc, makeCells } from './cause-strip.ts';
import { CustomersPane } from './customers-pane.tsx';
import { IncidentsFailure, Period, type IncidentsParts } from './incidents-page.tsx';
import styles from './incidents.module.css';
import { messages } from './messages.ts';
import { WorkPanel } from './work-panel.tsx';

interface CausePageProps extends IncidentsParts {
  readonly fingerprint: string;
}

/** Shows one cause: its history by hour, the customers that it hit, its batches and documents, and who works on it. */
export function CausePage(props: CausePageProps) {
  const { fingerprint, address, go, foot, person, onOpenBatches } = props;
  const { days } = address;
  const query = useQuery(operationOptions('incidents.cause', { fingerprint, days }));
  useShowReceipt('cause', query.data?.receipt);
  const { plan } = usePlanning();
  const read = query.data?.value;
  const whyNotReprocess = whyNotRerun(person.me);
  const reprocess = () => plan({ kind: 'reprocess-many', fingerprint, of: { is: 'matching' } });
  const back = () => go({ cause: null });
  usePageKeys(pageKeys.incidents, {
    back,
    triage: () => onOpenBatches(fingerprint),
    reprocess: whyNotReprocess === undefined ? reprocess : undefined,
  });
  usePageCommands(
    whyNotReprocess === undefined
      ? [
          {
            id: 'reprocess-cause',
            title: messages.cause.reprocess,
            keywords: ['plan', 'retry', 'run again', 'batches'],
            icon: 'retry',
            shortcut: pageKeys.incidents.reprocess,
            run: reprocess,
          },
        ]
      : [],
  );
  return (
    <View
      head={
        <header className={styles.head}>
          <IconButton
            icon="left"
            size="sm"
            label={messages.cause.back}
            shortcut={pageKeys.incidents.back}
            onClick={back}
          />
          <div className={styles.names}>
            <p className={styles.crumbs}>
              <span>{messages.cause.back}</span>
              <span aria-hidden>/</span>
              <FingerprintChip fingerprint={fingerprint} />
              <CopyButton text={fingerprint} label={messages.cause.copyFingerprint} />
            </p>
            <h1 className={styles.pattern} title={read?.cause.pattern}>
              {read?.cause.pattern ?? fingerprint}
            </h1>
          </div>
          <div className={styles.actions}>
            <Period days={days} go={go} />
            <Button
              icon="triage"
              shortcut={pageKeys.incidents.triage}
              onClick={() => onOpenBatches(fingerprint)}
            >
              {messages.cause.openTriage}
            </Button>
            <Button
              variant="primary"
              icon="retry"
              shortcut={pageKeys.incidents.reprocess}
              disabled={whyNotReprocess ?? false}
              onClick={reprocess}
            >
              {messages.cause.reprocess}
            </Button>
          </div>
        </header>
      }
      foot={foot}
    >
      {read !== undefined ? (
        <OpenCauseDesk {...props} read={read} />
      ) : query.error === null ? (
        <SkeletonRows rows={8} label={messages.cause.loading} />
      ) : (
        <IncidentsFailure
          failure={toFailure(query.error)}
          title={messages.cause.notRead}
          notDone={messages.cause.notDone}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
    </View>
  );
}

interface DeskProps extends CausePageProps {
  readonly read: OpenCause;
}

function OpenCauseDesk(props: DeskProps) {
  const { read, onOpenBatch } = props;
  const [width, keepWidth] = useKept(['incidents-page.side.width'], sideWidth);
  return (
    <div className={styles.desk}>
      <History {...props} />
      {read.problems.map((problem) => (
        <Note key={problem} flat tone="warn">
          {problem}
        </Note>
      ))}
      <div className={styles.parts}>
        <SplitPanes
          label={messages.cause.back}
          sized="end"
          size={width}
          defaultSize={sideWidth}
          min={300}
          minOther={420}
          narrow="stack"
          onResize={(size) => keepWidth(() => size)}
          start={<CustomersPane read={read} onOpenBatch={onOpenBatch} />}
          end={
            <div className={styles.side}>
              <WorkPanel {...props} />
              <CauseBatches {...props} />
              <CauseDocuments {...props} />
            </div>
          }
        />
      </div>
    </div>
  );
}

const sideWidth = 440;

/** Shows the strip over the days, and the facts of the cause. */
function History({ read, address }: DeskProps) {
  const { cause, period, customers, isAll, kept } = read;
  const { days, deploy } = address;
  const now = useNow(30_000);
  const deployAt = deploy === null ? null : Date.parse(deploy);
  const upTo = Date.parse((kept.state === 'kept' ? kept.upTo : null) ?? read.readAt);
  const group =
    deployAt === null ? null : compareWithDeploy({ ...cause, byHour: new Map(cause.hours) }, deployAt, upTo);
  const cells = makeCells(cause.hours, period, { days, on: 'page' });
  const words = messages.cause.facts;
  const many = customers.length > 0 ? `${isAll ? '' : 'at least '}${grouped(customers.length)}` : null;
  return (
    <section className={styles.history} aria-label={messages.cause.history}>
      <div>
        <HeatStrip
          tall
          label={describeStrip(cause.hours, period, { days, deployAt })}
          cells={cells}
          mark={deployAt}
        />
        <Ticks cells={cells} />
      </div>
      <dl className={styles.facts}>
        <Fact term={messages.list.columns.state}>
          <State row={{ cause, group }} deployAt={deployAt} now={now} />
          {deployAt === null ? null : <span className={styles.quiet}>{formatUtc(deployAt)}</span>}
        </Fact>
        <Fact term={words.failures}>{grouped(cause.count)}</Fact>
        <Fact term={words.customers}>{many ?? formatTenants(cause)}</Fact>
        <Fact term={words.first}>
          <Moment at={cause.firstEverAt} now={now} />
        </Fact>
        <Fact term={words.last}>
          <Moment at={cause.lastAt} now={now} />
        </Fact>
        <Fact term={words.stage}>{cause.stage ?? words.none}</Fact>
        <Fact term={words.code}>{cause.code ?? words.none}</Fact>
        {kept.state === 'kept' ? <span className={styles.upTo}>{formatUpTo(kept)}</span> : null}
      </dl>
    </section>
  );
}

function Fact({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Moment({ at, now }: { readonly at: string | null; readonly now: number }) {
  return at === null ? messages.cause.facts.unknown : <RelativeTime at={Date.parse(at)} now={now} />;
}
