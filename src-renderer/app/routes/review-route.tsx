import { useSearch } from '@tanstack/react-router';
import { readReview, writeReview, type ReviewAddress } from '#renderer/features/review/address.ts';
import { ReviewPage } from '#renderer/features/review/review-page.tsx';
import { useSession } from '../session/use-session.ts';
import { useGo } from './use-go.ts';
import { useConsole } from '../shell/console-context.ts';

/**
 * Connects Review to the address bar and to the people of the shell. The page starts empty for another
 * connection or person, and when production is unlocked or locked, because each document is read together
 * with whether it may be decided.
 */
export function ReviewRoute() {
  const address = useSearch({ from: '/console/review', select: readReview });
  const go = useGo('/review', (now, change: Partial<ReviewAddress>) =>
    writeReview({ ...readReview(now), ...change }),
  );
  const { connection, who } = useSession();
  const { context } = useConsole();
  return (
    <ReviewPage
      key={`${connection.id} ${who?.id ?? ''} ${connection.readOnly ? 'locked' : ''}`}
      address={address}
      go={go}
      onActAs={context.actAs}
    />
  );
}
