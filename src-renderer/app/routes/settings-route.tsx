import { useNavigate, useSearch } from '@tanstack/react-router';
import { SettingRow } from '#renderer/features/settings/setting-row.tsx';
import { SettingsPage } from '#renderer/features/settings/settings-page.tsx';
import { Switch } from '#renderer/ui/switch.tsx';
import styles from '#renderer/features/settings/settings.module.css';
import { connectionFormPlace } from '../place-address.ts';
import { useConsole } from '../shell/console-context.ts';
import { ShortcutList } from '../shortcuts/shortcut-list.tsx';
import { messages } from '../messages.ts';

/** Connects the settings to the address bar and to the commands and the open connection, which only the shell knows. */
export function SettingsRoute() {
  const { tab, connection } = useSearch({ from: '/console/settings' });
  const navigate = useNavigate({ from: '/settings' });
  const { commands, context } = useConsole();

  return (
    <SettingsPage
      tab={tab}
      onTab={(next) => void navigate({ search: { tab: next } })}
      selectedConnectionId={connection}
      onSelectConnection={(id) => void navigate({ search: { tab: 'connections', connection: id } })}
      openConnectionId={context.session.connection.id}
      onOpenConnection={context.openConnection}
      onConnectionForm={(form) => void navigate(connectionFormPlace(form))}
      onResetSandbox={context.askToResetSandbox}
      shortcuts={
        <div className={styles.shortcuts}>
          <SettingRow title="Single-key shortcuts" note={messages.settings.singleKeys}>
            <Switch
              label="Single-key shortcuts"
              labelHidden
              checked={context.preferences.singleKeys === 'on'}
              onChange={(on) => context.savePreferences({ singleKeys: on ? 'on' : 'off' })}
            />
          </SettingRow>
          <ShortcutList commands={commands} />
        </div>
      }
    />
  );
}
