import { groupedAccount } from '#shared/domain/formatting.ts';
import { EnvironmentChip } from '#renderer/ui/chip/environment-chip.tsx';
import { environmentIcons } from '#renderer/ui/chip/environment-icons.ts';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import { MenuItem, MenuRadioGroup } from '#renderer/ui/menu/menu-items.tsx';
import { Menu, MenuSeparator } from '#renderer/ui/menu/menu.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import { SignInItems } from '../session/sign-in-items.tsx';
import styles from './connection-chip.module.css';
import { useConsole } from './console-context.ts';

/** Which account this is, in the environment's colour; opens the choice of another. */
export function ConnectionChip() {
  const { context } = useConsole();
  const { connection, writing } = context.session;
  // The list may still be on its way; what is open is known anyway.
  const choices = context.connections.length === 0 ? [connection] : context.connections;

  return (
    <Menu
      trigger={
        <button type="button" className={styles.connection}>
          <span>
            <Icon name={writing === null ? environmentIcons[connection.environment] : 'unlock'} size={12} />
            <VisuallyHidden>Connection: </VisuallyHidden>
            <span className={styles.connectionName} title={connection.name}>
              {connection.name}
            </span>
          </span>
          {connection.accountId === null ? null : (
            <span className={styles.mono}>{groupedAccount(connection.accountId)}</span>
          )}
          {connection.kind === 'sandbox' ? null : <span className={styles.mono}>{connection.region}</span>}
        </button>
      }
    >
      <MenuRadioGroup
        label="Connections"
        value={connection.id}
        onChange={(id) => {
          if (id !== connection.id) context.openConnection(id);
        }}
        options={choices.map(({ id, name, environment }) => ({
          value: id,
          label: name,
          hint: <EnvironmentChip environment={environment} />,
        }))}
      />
      <SignInItems />
      <MenuSeparator />
      <MenuItem icon="settings" onSelect={() => context.goToSettings('connections')}>
        All connections
      </MenuItem>
    </Menu>
  );
}
