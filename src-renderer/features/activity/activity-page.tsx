import type { Job } from '#shared/contract/jobs.ts';
import type { ActionPlace } from '#shared/domain/activity-sentences.ts';
import { TabPanel, Tabs } from '#renderer/ui/tabs.tsx';
import { View, ViewHead } from '#renderer/ui/pane.tsx';
import type { ActivityAddress, GoActivity } from './address.ts';
import { AuditTab } from './audit-tab.tsx';
import { EveryoneTab } from './everyone-tab.tsx';
import { JobsTab } from './jobs-tab.tsx';
import { messages } from './messages.ts';

interface ActivityPageProps {
  readonly address: ActivityAddress;
  readonly go: GoActivity;
  readonly onOpenBatch: (tenantId: string, batchId: string) => void;
  readonly onOpenDownloads: (where: NonNullable<Job['downloads']>) => void;
  /** Opens the place that an action of a colleague leads to. */
  readonly onOpenPlace: (place: ActionPlace) => void;
  /** Returns the name of a person, or the id if the name is unknown. */
  readonly nameOf: (personId: string) => string;
}

/** Shows what everyone did on the connection, the jobs with their receipts, and the audit trail of this machine. */
export function ActivityPage(props: ActivityPageProps) {
  const { address, go, nameOf, onOpenPlace, ...opening } = props;
  return (
    <View head={<ViewHead title="Activity" sub={messages.page.sub} />}>
      <Tabs
        label="Activity"
        fills
        value={address.tab}
        onChange={(tab) => go({ tab, filter: '', job: null })}
        tabs={tabs}
      >
        <TabPanel value="everyone">
          <EveryoneTab address={address} go={go} onOpenPlace={onOpenPlace} />
        </TabPanel>
        <TabPanel value="jobs">
          <JobsTab address={address} go={go} nameOf={nameOf} {...opening} />
        </TabPanel>
        <TabPanel value="audit">
          <AuditTab filter={address.filter} go={go} nameOf={nameOf} />
        </TabPanel>
      </Tabs>
    </View>
  );
}

const tabs = [
  { value: 'everyone', label: 'Everyone' },
  { value: 'jobs', label: 'Jobs' },
  { value: 'audit', label: 'This machine' },
] as const;
