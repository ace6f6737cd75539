import { BrandMark } from '#renderer/ui/brand/brand-mark.tsx';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import { Kbd } from '#renderer/ui/kbd/kbd.tsx';
import { useAriaKeys } from '#renderer/ui/kbd/single-keys.ts';
import { Tooltip } from '#renderer/ui/tooltip/tooltip.tsx';
import { pages } from '../pages.ts';
import { NavigationItem } from './navigation-item.tsx';
import styles from './navigation.module.css';
import { useNamedCommand } from './console-context.ts';

const groups = ['desks', 'knowledge'] as const;

export function Navigation({ collapsed }: { readonly collapsed: boolean }) {
  return (
    <nav className={styles.navigation} aria-label="Main" data-collapsed={collapsed || undefined}>
      <div className={styles.brand}>
        <BrandMark />
        <span className={styles.label}>Sluice</span>
      </div>
      <div className={styles.list}>
        {groups.map((group) => (
          <ul key={group} className={styles.group}>
            {pages
              .filter((page) => page.group === group)
              .map((page) => (
                <NavigationItem key={page.path} page={page} />
              ))}
          </ul>
        ))}
      </div>
      <div className={styles.foot}>
        <ul>
          {pages
            .filter((page) => page.group === 'foot')
            .map((page) => (
              <NavigationItem key={page.path} page={page} />
            ))}
        </ul>
        <CollapseButton collapsed={collapsed} />
      </div>
    </nav>
  );
}

function CollapseButton({ collapsed }: { readonly collapsed: boolean }) {
  const { command, run } = useNamedCommand('navigation');
  const ariaKeys = useAriaKeys(command.shortcut);
  const label = collapsed ? 'Expand' : 'Collapse';
  return (
    <Tooltip content={`${label} the navigation`} shortcut={command.shortcut} side="right">
      <button
        type="button"
        className={styles.item}
        aria-expanded={!collapsed}
        aria-keyshortcuts={ariaKeys}
        onClick={run}
      >
        <Icon name={command.icon} />
        <span className={styles.label}>{label}</span>
        {command.shortcut === undefined ? null : (
          <span className={styles.keys}>
            <Kbd keys={command.shortcut} decorative />
          </span>
        )}
      </button>
    </Tooltip>
  );
}
