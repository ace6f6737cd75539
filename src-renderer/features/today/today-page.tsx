import { useRef, type RefObject } from 'react';
import { usePageCommands, type PageCommand } from '#renderer/contract/page-commands.ts';
import { useOnlyTenant } from '#renderer/contract/tenants.ts';
import { usePreferences } from '#renderer/contract/use-preferences.ts';
import { useReadAgain } from '#renderer/contract/use-operation.ts';
import { useReceiptTitles } from '#renderer/contract/use-receipt-titles.ts';
import { usePageFocusKept } from '#renderer/ui/focus.ts';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { View, ViewHead } from '#renderer/ui/pane.tsx';
import { ReceiptsOfView, ViewReceipts } from '#renderer/ui/view-receipts.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import type { Role } from '#shared/contract/define.ts';
import { Lead, LeadsContext, type Leads } from './lead.tsx';
import { formatMoment, describePoller } from './messages.ts';
import { useMe, type Seen } from './seen.ts';
import type { GoToday, TodayAddress } from './address.ts';
import { TodayLayout } from './today-layout.tsx';
import styles from './today.module.css';
import { isOfToday, useToday } from './use-today.ts';
import { messages } from './messages.ts';

interface TodayPageProps {
  readonly address: TodayAddress;
  readonly go: GoToday;
  readonly leads: Leads;
}

export function TodayPage({ leads, ...props }: TodayPageProps) {
  return (
    <LeadsContext value={leads}>
      <ViewReceipts>
        <Today leads={leads} {...props} />
      </ViewReceipts>
    </LeadsContext>
  );
}

function Today({ address: { tenant, as: chosen }, go, leads }: TodayPageProps) {
  const me = useMe();
  const page = useRef<HTMLDivElement>(null);
  const isLed = useOnlyTenant(tenant !== null, (only) => go({ tenant: only }, 'replace'));
  const as = chosen ?? me.role ?? 'support';
  const seen = useToday(me, tenant, as, !isLed);
  const titleOf = useReceiptTitles();
  const { readAgain, reading } = useReadAgain(isOfToday);
  const layOut = (role: Role) => go({ as: role === me.role ? null : role }, 'replace');
  usePageFocusKept();
  useRowKeys(page);
  useTodayCommands({
    as,
    mayReview: me.mayReview,
    readAgain,
    layOut,
    startReviewing: () => leads.follow({ desk: 'review', tenant, olderThanMinutes: null, start: true }),
  });
  return (
    <View
      body="scrolls"
      head={<TodayHead seen={seen} onLayOut={layOut} />}
      foot={<ReceiptsOfView titleOf={titleOf} onRefresh={readAgain} refreshing={reading} />}
    >
      <div ref={page} tabIndex={-1} data-page-stop className={styles.page}>
        <TodayLayout seen={seen} />
      </div>
    </View>
  );
}

interface TodayHeadProps {
  readonly seen: Seen;
  readonly onLayOut: (as: Role) => void;
}

function TodayHead({ seen, onLayOut }: TodayHeadProps) {
  const { now, as, monitor } = seen;
  const { pollHidden } = usePreferences().preferences;
  return (
    <ViewHead
      title="Today"
      sub={formatMoment(now)}
      actions={
        <>
          {monitor === undefined ? null : (
            <span className={styles.poller}>
              <Lead to={{ desk: 'alarms' }}>{describePoller(monitor.poller, pollHidden)}</Lead>
            </span>
          )}
          <Segmented
            size="sm"
            label={messages.page.layout}
            value={as}
            onChange={onLayOut}
            options={layouts}
          />
        </>
      }
    />
  );
}

const layouts = [
  { value: 'support', label: 'Support' },
  { value: 'reviewer', label: 'Reviewer' },
  { value: 'admin', label: 'Admin' },
] as const;

/**
 * J and K move from row to row through all lists of the page. A row is a link, so Enter opens it. They begin with the
 * newest failed batch, which most people come for.
 */
function useRowKeys(page: RefObject<HTMLElement | null>): void {
  const move = (by: 1 | -1) => () => {
    const rows = [...(page.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const at = rows.findIndex((row) => row === document.activeElement);
    const failed = page.current?.querySelector<HTMLElement>('[data-failed-batches] [data-row]');
    if (at === -1) (failed ?? rows[0])?.focus();
    else rows[at + by]?.focus();
  };
  usePageKeys(pageKeys.lists, { nextRow: move(1), previousRow: move(-1) });
}

interface TodayActions {
  readonly as: Role;
  readonly mayReview: boolean;
  readonly readAgain: () => void;
  readonly startReviewing: () => void;
  readonly layOut: (as: Role) => void;
}

/**
 * These commands use none of the letters that follow a G, so that going to a page never reads anything again
 * on the way.
 */
function useTodayCommands({ as, mayReview, readAgain, startReviewing, layOut }: TodayActions): void {
  usePageKeys(pageKeys.today, {
    readAgain,
    startReviewing: mayReview ? startReviewing : undefined,
  });
  const start: PageCommand = {
    id: 'start-reviewing',
    title: 'Start reviewing',
    keywords: ['queue', 'documents', 'approve'],
    icon: 'review',
    shortcut: pageKeys.today.startReviewing,
    run: startReviewing,
  };
  usePageCommands([
    {
      id: 'read-today',
      title: messages.page.readAgain,
      keywords: ['refresh', 'reload', 'update'],
      icon: 'retry',
      shortcut: pageKeys.today.readAgain,
      run: readAgain,
    },
    ...(mayReview ? [start] : []),
    ...roles
      .filter((role) => role !== as)
      .map((role): PageCommand => ({
        id: `today-${role}`,
        title: messages.page.switchLayout(names[role]),
        keywords: ['role', 'view', 'dashboard'],
        icon: 'workflows',
        run: () => layOut(role),
      })),
  ]);
}

const roles = ['support', 'reviewer', 'admin'] as const;
const names: Readonly<Record<Role, string>> = {
  support: 'support',
  reviewer: 'reviewers',
  admin: 'admins',
};
