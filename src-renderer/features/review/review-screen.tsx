import { useMemo } from 'react';
import { usePreferences } from '#renderer/contract/use-preferences.ts';
import { View } from '#renderer/ui/pane/view.tsx';
import { ReceiptsOfView } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import { useNow } from '#renderer/ui/relative-time/use-now.ts';
import { ReviewDesk } from './desk/review-desk.tsx';
import type { DeskRow } from './desk/desk-row.ts';
import { deskRows } from './queue/desk-rows.ts';
import type { People } from './queue/use-people.ts';
import { useReviewQueue } from './queue/use-review-queue.ts';
import { useSample } from './queue/use-sample.ts';
import { useAmounts } from './use-amounts.ts';
import { useStart } from './use-start.ts';
import type { GoReview, ReviewAddress } from './review-address.ts';
import { ReviewLists } from './review-lists.tsx';

interface ReviewScreenProps {
  readonly address: ReviewAddress;
  readonly go: GoReview;
  readonly people: People;
  readonly titleOf: (pattern: string) => string;
}

/** For who may review. The queue is read once, and lists and desk share it. */
export function ReviewScreen({ address: written, go: goThere, people, titleOf }: ReviewScreenProps) {
  const [address, go] = useAmounts(written, goThere);
  const { preferences, isPending } = usePreferences();
  const dueHours = preferences.reviewDueHours;
  const now = useNow(30_000);
  const isSample = address.view === 'sample';
  const me = people.me;
  const tenant = address.tenant ?? onlyTenant(people);

  const queue = useReviewQueue(address, dueHours, !isPending && !isSample);
  const sample = useSample(tenant, address.percent, isSample);
  const toReview = useMemo(() => deskRows(queue.rows, me?.id ?? null, now), [queue.rows, me?.id, now]);
  const rows: readonly DeskRow[] = isSample ? sample.rows : toReview;
  useStart(address, go, queue.said === undefined ? undefined : (toReview[0] ?? null));

  const { document } = address;
  const foot = (
    <ReceiptsOfView
      titleOf={titleOf}
      onRefresh={isSample ? (sample.isDrawn ? sample.draw : undefined) : queue.readAgain}
      refreshing={isSample ? sample.isReading : queue.isReading}
    />
  );
  if (document !== null) {
    return (
      <View foot={foot}>
        <ReviewDesk
          mode={isSample ? 'check' : 'review'}
          rows={rows}
          queue={queue}
          open={document}
          onOpen={(key) => go({ document: key }, 'replace')}
          dueHours={dueHours}
        />
      </View>
    );
  }
  return (
    <ReviewLists
      address={address}
      go={go}
      people={people}
      queue={queue}
      sample={sample}
      tenant={tenant}
      toReview={toReview}
      dueHours={dueHours}
      now={now}
      foot={foot}
    />
  );
}

function onlyTenant({ me }: People): string | null {
  const tenants = me?.tenants;
  return Array.isArray(tenants) && tenants.length === 1 ? (tenants[0] ?? null) : null;
}
