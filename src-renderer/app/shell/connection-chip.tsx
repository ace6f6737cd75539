import { groupedAccount } from '#shared/domain/formatting.ts';
import { EnvironmentChip, environmentIcons } from '#renderer/ui/chip.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { Menu, MenuItem, MenuRadioGroup, MenuSeparator } from '#renderer/ui/menu.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import { SignInItems } from '../session/sign-in-note.tsx';
import styles from './shell.module.css';
import { useConsole } from './console-context.ts';

/** Shows the account in the environment's colour and opens the choice of another connection. */
export function ConnectionChip() {
  const { context } = useConsole();
  const { connection, writing } = context.session;
  // The list may not have arrived yet, but the open connection is always known.
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
