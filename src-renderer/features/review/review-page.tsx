import { useReceiptTitles } from '#renderer/contract/use-receipt-titles.ts';
import { View, ViewHead } from '#renderer/ui/pane/view.tsx';
import { ReceiptsOfView, ViewReceipts } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import { NoReview } from './queue/no-review.tsx';
import { usePeople } from './queue/use-people.ts';
import type { GoReview, ReviewAddress } from './review-address.ts';
import { ReviewScreen } from './review-screen.tsx';

export interface ReviewPageProps {
  readonly address: ReviewAddress;
  readonly go: GoReview;
  /** Works on as another persona of the sandbox. */
  readonly onActAs?: ((personaId: string) => void) | undefined;
}

/** The queue of what the readers were unsure of, and the desk on which one of it is decided. */
export function ReviewPage({ address, go, onActAs }: ReviewPageProps) {
  const people = usePeople();
  const titleOf = useReceiptTitles();
  return (
    <ViewReceipts>
      {people.mayReview ? (
        <ReviewScreen address={address} go={go} people={people} titleOf={titleOf} />
      ) : (
        <View head={<ViewHead title="Review" />} foot={<ReceiptsOfView titleOf={titleOf} />}>
          <NoReview people={people} onActAs={onActAs} />
        </View>
      )}
    </ViewReceipts>
  );
}
