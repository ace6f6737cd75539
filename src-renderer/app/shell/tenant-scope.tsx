import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useNames } from '#renderer/contract/names.tsx';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { usePin, useTenants } from '#renderer/contract/tenants.ts';
import { useTenantNamed } from '#renderer/features/costs/spend/use-costs.ts';
import { PinButton } from '#renderer/features/triage/tenants/pin-button.tsx';
import { afterPaint } from '#renderer/ui/after-paint.ts';
import { Button } from '#renderer/ui/button.tsx';
import { CommandList, type CommandRow, type CommandSection } from '#renderer/ui/command-list.tsx';
import { pageStop } from '#renderer/ui/focus.ts';
import { Icon } from '#renderer/ui/icon.tsx';
import { useAriaKeys } from '#renderer/ui/keys.ts';
import { Popover } from '#renderer/ui/popover.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { Tenant } from '#shared/contract/pipeline-items.ts';
import { listOnlyTenants } from '#shared/permissions.ts';
import { rank } from '../palette/rank.ts';
import { placeInScope, scopeOfPage } from '../tenant-in-address.ts';
import { useSession } from '../session/use-session.ts';
import { useConsole, useNamedCommand } from './console-context.ts';
import styles from './shell.module.css';
import topBarStyles from './top-bar.module.css';
import { messages } from '../messages.ts';

/**
 * Shows whose batches or documents the page lists, and lets the person choose another tenant. The directory
 * is read only once this opens.
 */
export function TenantScope() {
  const { isOpen, setOpen } = useConsole().tenantChooser;
  const navigate = useNavigate();
  const router = useRouter();
  const current = useLocation({ select: ({ pathname, search }) => scopeOfPage(pathname, search).tenant });
  const allWords = useLocation({ select: ({ pathname, search }) => scopeOfPage(pathname, search).allWords });
  const isFollowed = useLocation({
    select: ({ pathname, search }) => scopeOfPage(pathname, search).isFollowed,
  });
  const ariaKeys = useAriaKeys(useNamedCommand('tenant').command.shortcut);
  const isMuted = current !== null && !isFollowed;
  // The pages or the directory read the tenant; here its name is only shown.
  const known = useQuery({
    ...operationOptions('tenants.read', { tenantId: current ?? '' }),
    enabled: false,
  }).data?.value;
  const { tenants } = useTenants({ wanted: false });
  const listed = tenants.find(({ tenantId }) => tenantId === current);
  const metered = useTenantNamed(current);
  const names = useNames();
  const words =
    current === null ? allWords : (known?.name ?? listed?.name ?? metered ?? names.tenant(current));

  return (
    <Popover
      title="Tenant"
      open={isOpen}
      onOpenChange={setOpen}
      className={styles.popover}
      trigger={
        <button
          type="button"
          className={topBarStyles.scope}
          data-muted={isMuted || undefined}
          aria-keyshortcuts={ariaKeys}
          title={isMuted ? messages.shell.allShownWhy(words) : undefined}
        >
          <Icon name="tenant" size={14} />
          <VisuallyHidden>Tenant: </VisuallyHidden>
          <span className={topBarStyles.folds}>{words}</span>
          {isMuted ? <span className={topBarStyles.unused}>{messages.shell.allShown}</span> : null}
          <Icon name="down" size={12} />
        </button>
      }
    >
      <TenantChoice
        current={current}
        allWords={allWords}
        onChoose={(tenant) => {
          setOpen(false);
          const { pathname, search } = router.state.location;
          // The keys of the page are wanted next, and not the button that opened this.
          afterPaint(() => pageStop()?.focus({ preventScroll: true }));
          void navigate(placeInScope(pathname, search, tenant));
        }}
      />
    </Popover>
  );
}

interface TenantChoiceProps {
  readonly current: string | null;
  /** The page calls all tenants together by this name. */
  readonly allWords: string;
  readonly onChoose: (tenantId: string | null) => void;
}

/** This mounts when it opens, so that the directory is read only once a person wants to choose. */
function TenantChoice({ current, allWords, onChoose }: TenantChoiceProps) {
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const { who } = useSession();
  const { tenants, isRead, complete, reading, failure, hasDirectory, readOn, readAgain } = useTenants();
  const pin = usePin();
  const here = tenants.find(({ tenantId }) => tenantId === current);
  // A person who works for a single tenant would be led straight back to it.
  const hasAll = listOnlyTenants(who)?.length !== 1;

  const note = renderNote();
  const foot = (
    <>
      {here === undefined ? null : <PinButton tenant={here} onPin={pin} />}
      {note}
    </>
  );

  return (
    <CommandList
      label="Tenants"
      placeholder={complete ? messages.tenants.filter : messages.tenants.filterLoaded}
      inputRef={field}
      query={query}
      onQuery={setQuery}
      sections={tenantSections(tenants, { query, current, hasAll, allWords })}
      onRun={({ id }) => onChoose(id === allTenantsId ? null : id)}
      empty={
        <p className={styles.empty}>
          {failure !== undefined && !isRead
            ? failure.message
            : !isRead
              ? messages.tenants.reading
              : query.trim() !== ''
                ? messages.shell.noTenantMatch(tenants.length)
                : messages.shell.noTenants}
        </p>
      }
      foot={here === undefined && note === null ? undefined : foot}
    />
  );

  function renderNote() {
    if (!isRead) {
      return failure === undefined ? null : (
        <Button size="sm" variant="ghost" icon="retry" loading={reading} onClick={readAgain}>
          Try again
        </Button>
      );
    }
    if (complete) return hasDirectory ? null : <span>{messages.shell.noDirectory}</span>;
    return (
      <Button size="sm" variant="ghost" loading={reading} onClick={readOn}>
        {messages.shell.readDirectory}
      </Button>
    );
  }
}

/** The space keeps this apart from every tenant id, since none contains one. */
export const allTenantsId = 'all tenants';

interface Choosing {
  readonly query: string;
  readonly current: string | null;
  readonly hasAll: boolean;
  readonly allWords: string;
}

/**
 * Lists pinned tenants, then recently opened ones, then the rest of the directory. A query puts the best
 * match first in each.
 */
export function tenantSections(
  tenants: readonly Tenant[],
  { query, current, hasAll, allWords }: Choosing,
): readonly CommandSection[] {
  const ranked = rank(
    tenants.map((tenant) => ({
      tenant,
      title: tenant.name ?? tenant.tenantId,
      keywords: [tenant.tenantId],
    })),
    query,
  );
  const sections = new Map<string, CommandRow[]>([
    ['Pinned', []],
    [messages.tenants.openedHere, []],
    ['Directory', []],
  ]);
  for (const { item, ranges } of ranked) {
    const { tenant, title } = item;
    sections.get(findSection(tenant))?.push({
      id: tenant.tenantId,
      title,
      ranges,
      icon: tenant.tenantId === current ? 'check' : 'tenant',
      hint: tenant.name === null ? undefined : tenant.tenantId,
    });
  }
  const all: CommandRow = {
    id: allTenantsId,
    title: allWords,
    icon: current === null ? 'check' : 'tenant',
  };
  return [
    ...[...sections].flatMap(([title, rows]) => (rows.length === 0 ? [] : [{ title, rows }])),
    ...(hasAll && query.trim() === '' ? [{ title: 'Everything', rows: [all] }] : []),
  ];
}

function findSection({ pinned, openedAt }: Tenant): string {
  if (pinned) return 'Pinned';
  return openedAt === null ? 'Directory' : messages.tenants.openedHere;
}
