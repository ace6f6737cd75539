import type { Job } from '#shared/contract/jobs.ts';
import { TabPanel, Tabs } from '#renderer/ui/tabs.tsx';
import { View, ViewHead } from '#renderer/ui/pane.tsx';
import type { ActivityAddress, GoActivity } from './address.ts';
import styles from './activity.module.css';
import { AuditTab } from './audit-tab.tsx';
import { JobsTab } from './jobs-tab.tsx';
import { messages } from './messages.ts';

interface ActivityPageProps {
  readonly address: ActivityAddress;
  readonly go: GoActivity;
  readonly onOpenBatch: (tenantId: string, batchId: string) => void;
  readonly onOpenDownloads: (where: NonNullable<Job['downloads']>) => void;
  /** Returns the name of a person, or the id if the name is unknown. */
  readonly nameOf: (personId: string) => string;
}

/** Shows the actions from this machine: jobs with a receipt for each item, and the audit trail. */
export function ActivityPage(props: ActivityPageProps) {
  const { address, go, nameOf, ...opening } = props;
  return (
    <View head={<ViewHead title="Activity" sub={messages.page.sub} />}>
      <Tabs
        label="Activity"
        className={styles.tabs ?? ''}
        value={address.tab}
        onChange={(tab) => go({ tab, filter: '' })}
        tabs={tabs}
      >
        <TabPanel value="jobs" className={styles.panel ?? ''}>
          <JobsTab address={address} go={go} nameOf={nameOf} {...opening} />
        </TabPanel>
        <TabPanel value="audit" className={styles.panel ?? ''}>
          <AuditTab filter={address.filter} go={go} nameOf={nameOf} />
        </TabPanel>
      </Tabs>
    </View>
  );
}

const tabs = [
  { value: 'jobs', label: 'Jobs' },
  { value: 'audit', label: 'Audit' },
] as const;
