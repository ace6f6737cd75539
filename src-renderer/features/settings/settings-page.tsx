import type { ReactNode } from 'react';
import { sandboxConnectionId } from '#shared/domain/connection.ts';
import { View, ViewHead } from '#renderer/ui/pane/view.tsx';
import { ReceiptFooter } from '#renderer/ui/receipt-footer/receipt-footer.tsx';
import { TabPanel, Tabs } from '#renderer/ui/tabs/tabs.tsx';
import { AppearanceTab } from './appearance-tab.tsx';
import { ConnectionsTab } from './connections/connections-tab.tsx';
import { MonitoringTab } from './monitoring-tab.tsx';
import { ReviewTab } from './review-tab.tsx';
import { SandboxClosed } from './sandbox-closed.tsx';
import { SandboxTab } from './sandbox-tab.tsx';
import styles from './settings-page.module.css';
import { settingsTabs } from './settings-tabs.ts';
import type { SettingsTab } from './settings-tabs.ts';

interface SettingsPageProps {
  readonly tab: SettingsTab;
  readonly onTab: (tab: SettingsTab) => void;
  readonly openConnectionId: string;
  readonly selectedConnectionId: string | undefined;
  readonly onSelectConnection: (connectionId: string) => void;
  readonly onOpenConnection: (connectionId: string) => void;
  readonly onResetSandbox: () => void;
  /** The sheet of keys: commands are the shell's to know. */
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
