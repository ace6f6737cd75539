import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useMatches } from '@tanstack/react-router';
import { useId, useState, useSyncExternalStore } from 'react';
import { useMonitor } from '#renderer/contract/monitor-provider.tsx';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { BrandMark } from '#renderer/ui/brand-mark.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { useAriaKeys } from '#renderer/ui/keys.ts';
import { exactUtc } from '#renderer/ui/relative-time.tsx';
import { Tooltip } from '#renderer/ui/tooltip.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { OutputOf } from '#shared/contract/contract.ts';
import type { Counted, TodayBatches } from '#shared/contract/today.ts';
import type { Monitor } from '#shared/contract/monitor.ts';
import type { Preferences } from '#shared/contract/preferences.ts';
import { grouped } from '#shared/domain/formatting.ts';
import type { PagePath } from '#shared/domain/screens.ts';
import { pages, type PageInfo } from '../pages.ts';
import { isOverAll, readTenant } from '../tenant-in-address.ts';
import { useNamedCommand } from './console-context.ts';
import { useRootMark } from '#renderer/ui/use-root-mark.ts';
import styles from './navigation.module.css';
import { messages } from '../messages.ts';

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

/**
 * Shows how much waits behind the page if it is known. The badge is a description, so the link's name stays
 * the page's.
 */
function NavigationItem({ page }: { readonly page: PageInfo }) {
  const { command } = useNamedCommand(`go${page.path}`);
  const badgeId = useId();
  const badge = findBadge(page.path, useMonitor().value, useKnownWork());
  // The current page is compared by its route, because the link would not match /Today in another case.
  // A page below this one, such as the form of a connection, belongs to it.
  const isShown = useMatches({
    select: (matches) => `${matches.at(-1)?.fullPath ?? ''}/`.startsWith(`${page.path}/`),
  });
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
        <span className={styles.badge} data-quiet={badge.isQuiet || undefined}>
          <span aria-hidden>{badge.text}</span>
          <VisuallyHidden>
            <span id={badgeId}>{badge.words}</span>
          </VisuallyHidden>
        </span>
      )}
    </li>
  );
}

interface Badge {
  readonly text: string;
  readonly words: string;
  /** Work that waits is no trouble. */
  readonly isQuiet?: true;
}

/** The work of Triage and Review, as Today or Triage counted it when it was last shown. */
export interface KnownWork {
  /** The failed batches. */
  readonly failed: Counted | null;
  /** The documents that wait for review. */
  readonly waiting: Counted | null;
  readonly readAt: number;
}

/**
 * Returns how much there is to do behind a page, from what the poller or a page has read anyway, or null if it is 0 or
 * unknown.
 */
export function findBadge(
  path: PagePath,
  monitor: Monitor | undefined,
  work: KnownWork | null,
): Badge | null {
  if (path === '/monitor') return alarmBadge(monitor);
  if (path === '/dead-letters') return deadLetterBadge(monitor?.deadLetters ?? null);
  if (path === '/triage') return workBadge(work?.failed, work, messages.shell.failedBatches);
  if (path !== '/review') return null;
  const waiting = workBadge(work?.waiting, work, messages.shell.waitingDocuments);
  return waiting && { ...waiting, isQuiet: true };
}

function workBadge(
  counted: Counted | null | undefined,
  work: KnownWork | null,
  say: (count: number, text: string) => string,
): Badge | null {
  if (work === null || counted === null || counted === undefined || counted.count === 0) return null;
  const { count, isAtLeast } = counted;
  return {
    text: `${compact.format(count)}${isAtLeast ? '+' : ''}`,
    words: `${isAtLeast ? 'at least ' : ''}${say(count, grouped(count))}, as of ${exactUtc(work.readAt)}`,
  };
}

/** Reads nothing. The counts are those of the chosen tenant, where a page counted them for it. */
function useKnownWork(): KnownWork | null {
  const tenantId = useLocation({ select: ({ search }) => (isOverAll(search) ? null : readTenant(search)) });
  const own = useQuery({ ...operationOptions('today.batches', { tenantId }), enabled: false });
  const all = useQuery({ ...operationOptions('today.batches', { tenantId: null }), enabled: false });
  const fleet = useQuery({ ...operationOptions('fleet.counts', {}), enabled: false });
  return chooseWork(tenantId, {
    own: own.data?.value,
    all: all.data?.value,
    fleet: fleet.data?.value,
    fleetReadAt: fleet.dataUpdatedAt,
  });
}

interface Read {
  readonly own: TodayBatches | undefined;
  readonly all: TodayBatches | undefined;
  readonly fleet: OutputOf<'fleet.counts'> | undefined;
  readonly fleetReadAt: number;
}

/** Takes the newest of what is known. */
export function chooseWork(
  tenantId: string | null,
  { own, all, fleet, fleetReadAt }: Read,
): KnownWork | null {
  const ofTenant = tenantId === null ? undefined : all?.byTenant.find((row) => row.tenantId === tenantId);
  const lists = tenantId === null ? (fleet?.lists ?? undefined) : undefined;
  const known: readonly (KnownWork | undefined)[] = [
    own && { failed: own.failed.batches, waiting: own.review.documents, readAt: Date.parse(own.readAt) },
    all && ofTenant && { failed: ofTenant.failed, waiting: ofTenant.waiting, readAt: Date.parse(all.readAt) },
    lists && { failed: lists.failed.batches, waiting: lists.review.documents, readAt: fleetReadAt },
  ];
  return known.flatMap((one) => one ?? []).toSorted((left, right) => right.readAt - left.readAt)[0] ?? null;
}

function alarmBadge(monitor: Monitor | undefined): Badge | null {
  const firing = monitor?.alarms?.filter(({ state }) => state === 'ALARM').length ?? 0;
  if (firing === 0) return null;
  const least = monitor?.isAll === true ? '' : 'at least ';
  const words = firing === 1 ? messages.shell.oneAlarm : messages.shell.alarms(grouped(firing));
  return { text: grouped(firing), words: `${least}${words}` };
}

/** Counts only the queues of this desk, since failed downloads belong to Downloads. */
function deadLetterBadge(watched: Monitor['deadLetters']): Badge | null {
  const queues = watched?.filter(({ place }) => place.desk === 'dead-letters');
  const known = queues?.flatMap(({ depth }) => depth ?? []) ?? [];
  const depth = known.reduce((sum, each) => sum + each, 0);
  if (depth === 0) return null;
  const least = known.length === queues?.length ? '' : 'at least ';
  return {
    text: compact.format(depth),
    words: `${least}${depth === 1 ? '1 dead letter' : `${grouped(depth)} dead letters`}, by CloudWatch`,
  };
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

interface NavigationState {
  readonly collapsed: boolean;
  readonly toggle: () => void;
}

/** Follows the remembered choice, except in a narrow window, where the navigation stays folded until it is opened. */
export function useNavigationState(
  navigation: Preferences['navigation'],
  save: (navigation: Preferences['navigation']) => void,
): NavigationState {
  const narrow = useSyncExternalStore(subscribe, isNarrow);
  const [openedWhileNarrow, setOpenedWhileNarrow] = useState(false);
  const isCollapsed = narrow ? !openedWhileNarrow : navigation === 'collapsed';
  useRootMark('shell', isCollapsed ? 'collapsed' : 'open');
  if (narrow) {
    return { collapsed: isCollapsed, toggle: () => setOpenedWhileNarrow(!openedWhileNarrow) };
  }
  return { collapsed: isCollapsed, toggle: () => save(isCollapsed ? 'full' : 'collapsed') };
}

const narrowWindow = '(max-width: 1100px)';

function isNarrow(): boolean {
  return matchMedia(narrowWindow).matches;
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(narrowWindow);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
