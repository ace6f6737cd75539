import type { ReactNode } from 'react';
import { View, ViewHead } from '#renderer/ui/pane/view.tsx';
import { TabPanel, Tabs } from '#renderer/ui/tabs/tabs.tsx';
import { AppearanceTab } from './appearance-tab.tsx';
import { ConnectionsTab } from './connections-tab.tsx';

export type SettingsTabName = 'connections' | 'appearance' | 'shortcuts';

interface SettingsPageProps {
  readonly tab: SettingsTabName;
  readonly onTab: (tab: SettingsTabName) => void;
  readonly openConnectionId: string;
  readonly onOpenConnection: (connectionId: string) => void;
  /** The sheet of keys: commands are the shell's to know. */
  readonly shortcuts: ReactNode;
}

export function SettingsPage(props: SettingsPageProps) {
  const { tab, onTab, openConnectionId, onOpenConnection, shortcuts } = props;
  return (
    <View head={<ViewHead title="Settings" />}>
      <Tabs label="Settings" value={tab} onChange={onTab} tabs={tabs}>
        <TabPanel value="connections">
          <ConnectionsTab openConnectionId={openConnectionId} onOpen={onOpenConnection} />
        </TabPanel>
        <TabPanel value="appearance">
          <AppearanceTab />
        </TabPanel>
        <TabPanel value="shortcuts">{shortcuts}</TabPanel>
      </Tabs>
    </View>
  );
}

const tabs = [
  { value: 'connections', label: 'Connections' },
  { value: 'appearance', label: 'Appearance' },
  { value: 'shortcuts', label: 'Shortcuts' },
] as const;
