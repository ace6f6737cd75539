import type { ReactNode } from 'react';
import { useMonitor } from '#renderer/contract/monitor-provider.tsx';
import { usePreferences } from '#renderer/contract/use-preferences.ts';
import { Note } from '#renderer/ui/note.tsx';
import { View, ViewHead, PaneHead } from '#renderer/ui/pane.tsx';
import { ReceiptFooter } from '#renderer/ui/receipt-footer.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { Switch } from '#renderer/ui/switch.tsx';
import { TabPanel, Tabs } from '#renderer/ui/tabs.tsx';
import type { Poller } from '#shared/contract/monitor.ts';
import { sandboxConnectionId } from '#shared/domain/connection.ts';
import { monthAtPace, paceChoices } from '#shared/pricing/request-costs.ts';
import type { ConnectionFormAddress } from './connections/connection-list.tsx';
import { ConsoleTab } from './console-tab.tsx';
import { ConnectionsTab } from './connections/connections-tab.tsx';
import { describeBudget, formatPace, listDueOptions, messages } from './messages.ts';
import styles from './settings.module.css';
import { SettingRow } from './setting-row.tsx';
import { settingsTabs, type SettingsTab } from './settings-tabs.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { answered, operationOptions } from '#renderer/contract/operation-options.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { KeyValueList } from '#renderer/ui/key-value-list.tsx';
import { RelativeTime } from '#renderer/ui/relative-time.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { ErrorState } from '#renderer/ui/states.tsx';
import type { SandboxState } from '#shared/contract/sign-in.ts';

interface SettingsPageProps {
  readonly tab: SettingsTab;
  readonly onTab: (tab: SettingsTab) => void;
  readonly openConnectionId: string;
  readonly selectedConnectionId: string | undefined;
  readonly onSelectConnection: (connectionId: string) => void;
  readonly onOpenConnection: (connectionId: string) => void;
  readonly onConnectionForm: (form: ConnectionFormAddress) => void;
  readonly onResetSandbox: () => void;
  /** The sheet of keys comes from the shell, which knows the commands. */
  readonly shortcuts: ReactNode;
}

export function SettingsPage(props: SettingsPageProps) {
  const { tab, onTab, openConnectionId, onOpenConnection, onResetSandbox, shortcuts } = props;
  const { selectedConnectionId, onSelectConnection, onConnectionForm } = props;
  return (
    <View head={<ViewHead title="Settings" />} foot={<ReceiptFooter receipts={[]} now={0} />}>
      <Tabs label="Settings" value={tab} onChange={onTab} tabs={settingsTabs} className={styles.tabs}>
        <TabPanel value="connections">
          <ConnectionsTab
            openConnectionId={openConnectionId}
            selectedId={selectedConnectionId}
            onSelect={onSelectConnection}
            onOpen={onOpenConnection}
            onForm={onConnectionForm}
          />
        </TabPanel>
        <TabPanel value="sandbox">
          <div className={styles.panel}>
            {openConnectionId === sandboxConnectionId ? (
              <SandboxTab onReset={onResetSandbox} />
            ) : (
              <SandboxClosed onOpen={() => onOpenConnection(sandboxConnectionId)} />
            )}
          </div>
        </TabPanel>
        <TabPanel value="review">
          <div className={styles.panel}>
            <ReviewTab />
          </div>
        </TabPanel>
        <TabPanel value="monitoring">
          <div className={styles.panel}>
            <MonitoringTab />
          </div>
        </TabPanel>
        <TabPanel value="appearance">
          <div className={styles.panel}>
            <AppearanceTab />
          </div>
        </TabPanel>
        <TabPanel value="shortcuts">
          <div className={styles.panel}>{shortcuts}</div>
        </TabPanel>
        <TabPanel value="console">
          <div className={styles.panel}>
            <ConsoleTab />
          </div>
        </TabPanel>
      </Tabs>
    </View>
  );
}

function AppearanceTab() {
  const { preferences, failure, save } = usePreferences();
  return (
    <div className={styles.rows}>
      {failure === undefined ? null : (
        <Note tone="bad">
          <b>{messages.page.notRead}</b> {failure.message} The defaults are shown
          {failure.reference === '' ? '.' : `; reference ${failure.reference}.`}
        </Note>
      )}
      <SettingRow title="Theme" note={messages.page.theme}>
        <Segmented
          label="Theme"
          value={preferences.theme}
          onChange={(theme) => save({ theme })}
          options={[
            { value: 'system', label: 'System', icon: 'themeSystem' },
            { value: 'dark', label: 'Dark', icon: 'themeDark' },
            { value: 'light', label: 'Light', icon: 'themeLight' },
          ]}
        />
      </SettingRow>
      <SettingRow title="Motion" note={messages.page.motion}>
        <Segmented
          label="Motion"
          value={preferences.motion}
          onChange={(motion) => save({ motion })}
          options={[
            { value: 'system', label: 'System' },
            { value: 'reduced', label: 'Reduced' },
          ]}
        />
      </SettingRow>
      <SettingRow title="Navigation" note={messages.page.navigation}>
        <Segmented
          label="Navigation"
          value={preferences.navigation}
          onChange={(navigation) => save({ navigation })}
          options={[
            { value: 'full', label: messages.page.iconsAndWords },
            { value: 'collapsed', label: messages.page.iconsOnly },
          ]}
        />
      </SettingRow>
    </div>
  );
}

function ReviewTab() {
  const { preferences, failure, save } = usePreferences();
  return (
    <div className={styles.rows}>
      {failure === undefined ? null : (
        <Note tone="bad">
          <b>{messages.page.notRead}</b> {failure.message} The default is shown
          {failure.reference === '' ? '.' : `; reference ${failure.reference}.`}
        </Note>
      )}
      <SettingRow title={messages.page.due} note={messages.page.dueNote}>
        <Select
          label={messages.page.due}
          labelHidden
          value={String(preferences.reviewDueHours)}
          onChange={(hours) => save({ reviewDueHours: Number(hours) })}
          options={listDueOptions(preferences.reviewDueHours)}
        />
      </SettingRow>
    </div>
  );
}

/** Sets what the poller may request from AWS automatically, and which notices it sends. */
function MonitoringTab() {
  const { preferences, failure, save } = usePreferences();
  const poller = useMonitor().value?.poller;
  return (
    <div className={styles.rows}>
      {failure === undefined ? null : (
        <Note tone="bad">
          <b>{messages.page.notRead}</b> {failure.message} The defaults are shown
          {failure.reference === '' ? '.' : `; reference ${failure.reference}.`}
        </Note>
      )}
      <SettingRow
        title={messages.page.checks}
        note={`One poller serves all windows. ${describeBudget(poller)}${describeFree(poller)}`}
      >
        <div className={styles.choice}>
          <Select
            label={messages.page.checks}
            labelHidden
            value={String(preferences.pollSeconds)}
            onChange={(seconds) => save({ pollSeconds: Number(seconds) })}
            options={paceChoices(preferences.pollSeconds).map((seconds) => {
              const month = poller && monthAtPace(poller.budget.months, seconds);
              return {
                value: String(seconds),
                label: formatPace(seconds),
                hint: month === null || month === undefined ? undefined : `${month} a month`,
              };
            })}
          />
        </div>
      </SettingRow>
      <SettingRow title={messages.page.whenHidden} note={messages.page.whenHiddenNote}>
        <Segmented
          label={messages.page.whenHidden}
          value={preferences.pollHidden}
          onChange={(pollHidden) => save({ pollHidden })}
          options={[
            { value: 'pause', label: messages.page.pause },
            { value: 'go on', label: messages.page.keepChecking },
          ]}
        />
      </SettingRow>
      <SettingRow title="Notices" note={messages.page.noticesNote}>
        <Switch
          label="Notices"
          labelHidden
          checked={preferences.notices === 'on'}
          onChange={(on) => save({ notices: on ? 'on' : 'off' })}
        />
      </SettingRow>
    </div>
  );
}

function describeFree(poller: Poller | undefined): string {
  return poller === undefined || poller.state === 'off'
    ? ''
    : ' Listing alarms is counted as free; table reads of throughput charts are not included.';
}

interface SandboxTabProps {
  readonly onReset: () => void;
}

/** Shows the world behind the sandbox and its actions. It is shown only while the sandbox is open. */
function SandboxTab({ onReset }: SandboxTabProps) {
  // Reading it costs nothing, and its traffic goes on in the background.
  const query = useQuery({ ...sandboxOptions, refetchOnMount: 'always' });
  if (query.data === undefined) {
    if (query.error === null) return <SkeletonRows label={messages.sandbox.opening} rows={3} />;
    const { message, reference } = query.error.failure;
    return (
      <ErrorState
        title={messages.sandbox.noAnswer}
        happened={message}
        notDone={messages.sandbox.nothingChanged}
        next={messages.sandbox.searchLog}
        reference={reference}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return <SandboxSettings state={query.data.value} readAt={query.dataUpdatedAt} onReset={onReset} />;
}

interface SandboxSettingsProps extends SandboxTabProps {
  readonly state: SandboxState;
  readonly readAt: number;
}

function SandboxSettings({ state, readAt, onReset }: SandboxSettingsProps) {
  const client = useQueryClient();
  const setTraffic = useCommand('sandbox.setTraffic', {
    onSuccess: (next) => client.setQueryData(sandboxOptions.queryKey, answered(next)),
    inOrder: true,
  });
  const { seed, since, traffic, told } = state;
  const began = Date.parse(since);
  return (
    <div className={styles.tab}>
      <section>
        <PaneHead title={messages.sandbox.world} hint={messages.sandbox.worldNote} />
        <div className={styles.facts}>
          <KeyValueList
            items={[
              { label: 'Seed', value: seed, mono: true, copy: seed },
              { label: messages.sandbox.past, value: describePast(told) },
              {
                label: messages.sandbox.generatedUntil,
                value: <RelativeTime at={began} now={Math.max(began, readAt)} />,
              },
              { label: 'Since then', value: describeTraffic(traffic) },
            ]}
          />
        </div>
      </section>
      <div className={styles.sandboxTabRows}>
        <SettingRow
          title={messages.sandbox.traffic}
          note={`Customers send a few documents now and then, at most ${traffic.mostADay} batches a day. Running work continues when paused.`}
        >
          <Switch
            label={messages.sandbox.traffic}
            labelHidden
            checked={!traffic.paused}
            onChange={(on) => void setTraffic.run({ paused: !on })}
          />
        </SettingRow>
        <SettingRow title={messages.sandbox.startOver} note={messages.sandbox.startOverNote}>
          <Button variant="danger" icon="undo" onClick={onReset}>
            {messages.sandbox.reset}
          </Button>
        </SettingRow>
      </div>
    </div>
  );
}

function describePast({ tenants, batches, documents }: SandboxState['told']): string {
  return `${count(tenants, 'tenant')}, ${count(batches, 'batch')}, ${count(documents, 'document')}`;
}

function describeTraffic({ batches, batchesToday }: SandboxState['traffic']): string {
  if (batches === 0) return messages.sandbox.noLiveBatch;
  return `${count(batches, 'live batch')}, ${batchesToday} today`;
}

function count(n: number, what: string): string {
  const plural = what.endsWith('batch') ? `${what}es` : `${what}s`;
  return `${n.toLocaleString('en-GB')} ${n === 1 ? what : plural}`;
}

const sandboxOptions = operationOptions('sandbox.read', {});

/** The sandbox is not shown beside an account, so that no one mistakes one for the other. */
function SandboxClosed({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <div className={styles.closed}>
      <Note action={<Button onClick={onOpen}>{messages.sandbox.open}</Button>}>
        {messages.sandbox.openNote}
      </Note>
    </div>
  );
}
