import type { ReactNode } from 'react';
import { useMonitor } from '#renderer/contract/monitor-provider.tsx';
import { usePreferences } from '#renderer/contract/use-preferences.ts';
import { Note } from '#renderer/ui/note.tsx';
import { View, ViewHead } from '#renderer/ui/pane.tsx';
import { ReceiptFooter } from '#renderer/ui/receipt-footer.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { Switch } from '#renderer/ui/switch.tsx';
import { TabPanel, Tabs } from '#renderer/ui/tabs.tsx';
import type { Poller } from '#shared/contract/monitor.ts';
import { sandboxConnectionId } from '#shared/domain/connection.ts';
import { monthAtPace, paceChoices, describePace } from '#shared/pricing/request-costs.ts';
import { ConnectionsTab } from './connections/connections-tab.tsx';
import { describeBudget, listDueOptions, messages } from './messages.ts';
import { SandboxClosed, SandboxTab } from './sandbox-tab.tsx';
import settingRowStyles from './setting-row.module.css';
import { SettingRow } from './setting-row.tsx';
import styles from './settings-page.module.css';
import { settingsTabs, type SettingsTab } from './settings-tabs.ts';

interface SettingsPageProps {
  readonly tab: SettingsTab;
  readonly onTab: (tab: SettingsTab) => void;
  readonly openConnectionId: string;
  readonly selectedConnectionId: string | undefined;
  readonly onSelectConnection: (connectionId: string) => void;
  readonly onOpenConnection: (connectionId: string) => void;
  readonly onResetSandbox: () => void;
  /** The sheet of keys comes from the shell, which knows the commands. */
  readonly shortcuts: ReactNode;
}

export function SettingsPage(props: SettingsPageProps) {
  const { tab, onTab, openConnectionId, onOpenConnection, onResetSandbox, shortcuts } = props;
  const { selectedConnectionId, onSelectConnection } = props;
  return (
    <View head={<ViewHead title="Settings" />} foot={<ReceiptFooter receipts={[]} now={0} />}>
      <Tabs label="Settings" value={tab} onChange={onTab} tabs={settingsTabs} className={styles.tabs}>
        <TabPanel value="connections">
          <ConnectionsTab
            openConnectionId={openConnectionId}
            selectedId={selectedConnectionId}
            onSelect={onSelectConnection}
            onOpen={onOpenConnection}
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
      </Tabs>
    </View>
  );
}

function AppearanceTab() {
  const { preferences, failure, save } = usePreferences();
  return (
    <div className={settingRowStyles.rows}>
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
    <div className={settingRowStyles.rows}>
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
    <div className={settingRowStyles.rows}>
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
        <div className={settingRowStyles.choice}>
          <Select
            label={messages.page.checks}
            labelHidden
            value={String(preferences.pollSeconds)}
            onChange={(seconds) => save({ pollSeconds: Number(seconds) })}
            options={paceChoices(preferences.pollSeconds).map((seconds) => {
              const month = poller && monthAtPace(poller.budget.usdAMonth, poller.seconds, seconds);
              return {
                value: String(seconds),
                label: capitalize(describePace(seconds)),
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

function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
