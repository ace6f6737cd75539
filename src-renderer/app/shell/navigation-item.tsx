import { Link, useMatches } from '@tanstack/react-router';
import { useId } from 'react';
import { useMonitor } from '#renderer/contract/use-monitor.ts';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import { Tooltip } from '#renderer/ui/tooltip/tooltip.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import type { PageInfo } from '../pages.ts';
import { badgeOf } from './navigation-badge.ts';
import styles from './navigation.module.css';
import { useNamedCommand } from './console-context.ts';

/** With how much waits there, once it is really known; the badge is a description, the link's name stays its page's. */
export function NavigationItem({ page }: { readonly page: PageInfo }) {
  const { command } = useNamedCommand(`go${page.path}`);
  const badgeId = useId();
  const badge = badgeOf(page.path, useMonitor().value);
  // By the page that is shown: the link itself would not know /Today for its own.
  const isShown = useMatches({ select: (matches) => matches.at(-1)?.fullPath === page.path });
  return (
    <li className={styles.entry}>
      <Tooltip
        content={badge === null ? page.title : `${page.title}: ${badge.words}`}
        shortcut={command.shortcut}
        side="right"
      >
        <Link
          className={styles.item}
          to={page.path}
          aria-current={isShown ? 'page' : undefined}
          aria-describedby={badge === null ? undefined : badgeId}
        >
          <Icon name={page.icon} />
          <span className={styles.label}>{page.title}</span>
        </Link>
      </Tooltip>
      {badge === null ? null : (
        <span className={styles.badge}>
          <span aria-hidden>{badge.text}</span>
          <VisuallyHidden>
            <span id={badgeId}>{badge.words}</span>
          </VisuallyHidden>
        </span>
      )}
    </li>
  );
}
