import type { ReactNode } from 'react';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { SplitPanes } from '#renderer/ui/split-panes.tsx';
import { TabPanel, Tabs } from '#renderer/ui/tabs.tsx';
import type { BatchPart, TriagePageProps } from '../address.ts';
import styles from './batch.module.css';
import { BatchActivity } from './batch-activity.tsx';
import { CostPart } from './cost-part.tsx';
import { DeliveriesPart } from './deliveries-part.tsx';
import { RunPart } from './run-part.tsx';
import type { BatchDocuments } from './batch-documents.ts';
import { useWidth } from '#renderer/ui/use-width.ts';
import { messages } from '../messages.ts';

interface BatchPartsProps extends Pick<TriagePageProps, 'address' | 'go' | 'renderItem'> {
  readonly batch: Batch;
  readonly now: number;
  readonly documents: BatchDocuments;
  readonly groups: ReactNode;
  readonly renderTable: (width: number) => ReactNode;
}

/** Shows the documents, and beside them the run and its cost. Where there is no room, these become tabs. */
export function BatchParts(props: BatchPartsProps) {
  const { groups, renderTable } = props;
  const [measure, width] = useWidth();
  return (
    <div ref={measure} className={styles.parts}>
      {width === null ? null : width < leastForBoth ? (
        <NarrowParts {...props} width={width} />
      ) : (
        <>
          {groups}
          <div className={styles.lower}>
            <SplitPanes
              label={messages.batch.timelineWidth}
              sized="end"
              defaultSize={sideWidth}
              min={280}
              minOther={440}
              start={renderTable(width - sideWidth)}
              end={<SideParts {...props} />}
            />
          </div>
        </>
      )}
    </div>
  );
}

const leastForBoth = 800;
const sideWidth = 320;

function SideParts(props: BatchPartsProps) {
  const { address, go } = props;
  const part =
    address.part === 'deliveries' || address.part === 'activity' || address.part === 'item'
      ? address.part
      : 'timeline';
  return (
    <Tabs
      label={messages.batch.besideDocuments}
      value={part}
      onChange={(next) => go({ part: next }, 'replace')}
      className={styles.tabs}
      tabs={[
        { value: 'timeline', label: 'Timeline and cost' },
        { value: 'deliveries', label: 'Deliveries' },
        { value: 'activity', label: 'Activity' },
        { value: 'item', label: 'Item' },
      ]}
    >
      <TabPanel value="timeline" className={styles.side ?? ''}>
        <BatchTimeline {...props} />
        <BatchCost {...props} />
      </TabPanel>
      <OtherPanels {...props} />
    </Tabs>
  );
}

function NarrowParts(props: BatchPartsProps & { readonly width: number }) {
  const { address, go, groups, renderTable, width } = props;
  return (
    <Tabs<BatchPart>
      label={messages.batch.parts}
      value={address.part}
      onChange={(next) => go({ part: next }, 'replace')}
      className={styles.tabs}
      tabs={[
        { value: 'documents', label: 'Documents' },
        { value: 'timeline', label: 'Timeline' },
        { value: 'cost', label: 'Cost' },
        { value: 'deliveries', label: 'Deliveries' },
        { value: 'activity', label: 'Activity' },
        { value: 'item', label: 'Item' },
      ]}
    >
      <TabPanel value="documents" className={styles.documents ?? ''}>
        {groups}
        <div className={styles.lower}>{renderTable(width)}</div>
      </TabPanel>
      <TabPanel value="timeline" className={styles.side ?? ''}>
        <BatchTimeline {...props} />
      </TabPanel>
      <TabPanel value="cost" className={styles.scrolls ?? ''}>
        <BatchCost {...props} />
      </TabPanel>
      <OtherPanels {...props} />
    </Tabs>
  );
}

function BatchTimeline({ batch, address, go }: BatchPartsProps) {
  return <RunPart batch={batch} run={address.run} go={go} />;
}

function BatchCost({ batch, documents }: BatchPartsProps) {
  return (
    <CostPart
      known={documents.known}
      documentCount={batch.documentCount}
      base={documents.base}
      receipts={documents.receipts}
    />
  );
}

/** Each panel is read only when it is shown, because a hidden panel is not rendered. */
function OtherPanels({ batch, now, renderItem }: BatchPartsProps) {
  const { tenantId, projectId, batchId } = batch;
  return (
    <>
      <TabPanel value="deliveries" className={styles.scrolls ?? ''}>
        <DeliveriesPart batch={batch} now={now} />
      </TabPanel>
      <TabPanel value="activity" className={styles.scrolls ?? ''}>
        <BatchActivity batch={batch} now={now} />
      </TabPanel>
      <TabPanel value="item" className={styles.scrolls ?? ''}>
        {renderItem({ pattern: 'batchByKey', params: { tenantId, projectId, batchId } })}
      </TabPanel>
    </>
  );
}
