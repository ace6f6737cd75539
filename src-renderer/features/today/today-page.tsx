import { useRef } from 'react';
import type { Role } from '#shared/contract/define.ts';
import { useOnlyTenant } from '#renderer/contract/use-only-tenant.ts';
import { useReadAgain } from '#renderer/contract/use-read-again.ts';
import { useReceiptTitles } from '#renderer/contract/use-receipt-titles.ts';
import { usePageFocusKept } from '#renderer/ui/focus/use-page-focus-kept.ts';
import { View } from '#renderer/ui/pane/view.tsx';
import { ReceiptsOfView, ViewReceipts } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import { LeadsContext } from './lead/lead-context.ts';
import type { Leads } from './lead/lead-context.ts';
import { useMe } from './reading/use-me.ts';
import { isOfToday, useToday } from './reading/use-today.ts';
import type { GoToday, TodayAddress } from './today-address.ts';
import { TodayHead } from './today-head.tsx';
import { TodayLayout } from './today-layout.tsx';
import { useRowKeys } from './use-row-keys.ts';
import styles from './today-page.module.css';
import { useTodayCommands } from './use-today-commands.ts';

export interface TodayPageProps {
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
