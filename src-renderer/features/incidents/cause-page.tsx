import { useQuery } from '@tanstack/react-query';
import type { OpenCause } from '#shared/contract/incidents.ts';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { FingerprintChip } from '#renderer/ui/chip.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { Note } from '#renderer/ui/note.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { View } from '#renderer/ui/pane.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { SplitPanes } from '#renderer/ui/split-panes.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import { CauseActivity, CauseSummary } from './cause-activity.tsx';
import { CauseHistory } from './cause-history.tsx';
import { CauseEvidence } from './cause-evidence.tsx';
import { CauseRemedies } from './cause-remedies.tsx';
import { CustomersPane } from './customers-pane.tsx';
import { IncidentsFailure, Period, type IncidentsParts } from './incident-parts.tsx';
import styles from './incidents.module.css';
import { messages } from './messages.ts';
import { KnownOfCause, WorkPanel } from './work-panel.tsx';

interface CausePageProps extends IncidentsParts {
  readonly fingerprint: string;
}

/** Shows one cause: its history by hour, the customers that it hit, its batches and documents, and who works on it. */
export function CausePage(props: CausePageProps) {
  const { fingerprint, address, go, foot, person, onOpenBatches } = props;
  const { days } = address;
  const query = useQuery(operationOptions('incidents.cause', { fingerprint, days }));
  useShowReceipt('cause', query.data?.receipt);
  const read = query.data?.value;
  const back = () => go({ cause: null });
  usePageKeys(pageKeys.incidents, {
    back,
    triage: () => onOpenBatches(fingerprint),
  });
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
            {read === undefined ? null : <CauseSummary read={read} days={days} />}
            <Button
              icon="triage"
              shortcut={pageKeys.incidents.triage}
              onClick={() => onOpenBatches(fingerprint)}
            >
              {messages.cause.openTriage}
            </Button>
            {read === undefined ? null : (
              <CauseRemedies fingerprint={fingerprint} read={read} person={person} />
            )}
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
      <CauseHistory {...props} />
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
              <KnownOfCause fingerprint={props.fingerprint} />
              <WorkPanel {...props} />
              <CauseActivity fingerprint={props.fingerprint} />
              <CauseEvidence {...props} />
            </div>
          }
        />
      </div>
    </div>
  );
}

const sideWidth = 440;
