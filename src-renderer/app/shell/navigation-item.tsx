import { Link, useMatches } from '@tanstack/react-router';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import { Tooltip } from '#renderer/ui/tooltip/tooltip.tsx';
import type { PageInfo } from '../pages.ts';
import styles from './navigation.module.css';
import { useNamedCommand } from './console-context.ts';

/** A badge belongs here once a number is really known; none is made up meanwhile. */
export function NavigationItem({ page }: { readonly page: PageInfo }) {
  const { command } = useNamedCommand(`go${page.path}`);
  // By the page that is shown: the link itself would not know /Today for its own.
  const isShown = useMatches({ select: (matches) => matches.at(-1)?.fullPath === page.path });
  return (
    <li>
      <Tooltip content={page.title} shortcut={command.shortcut} side="right">
        <Link className={styles.item} to={page.path} aria-current={isShown ? 'page' : undefined}>
          <Icon name={page.icon} />
          <span className={styles.label}>{page.title}</span>
        </Link>
      </Tooltip>
    </li>
  );
}
