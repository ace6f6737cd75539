import { useNavigate, useSearch } from '@tanstack/react-router';
import { readReview, writeReview } from '#renderer/features/review/address.ts';
import { ReviewPage } from '#renderer/features/review/review-page.tsx';
import { useSession } from '../session/use-session.ts';
import { useConsole } from '../shell/console-context.ts';

/**
 * Connects Review to the address bar and to the people of the shell. The page starts empty for another
 * connection or person, and when production is unlocked or locked, because each document is read together
 * with whether it may be decided.
 */
export function ReviewRoute() {
  const address = useSearch({ from: '/console/review', select: readReview });
  const navigate = useNavigate({ from: '/review' });
  const { connection, who } = useSession();
  const { context } = useConsole();
  return (
    <ReviewPage
      key={`${connection.id} ${who?.id ?? ''} ${connection.readOnly ? 'locked' : ''}`}
      address={address}
      go={(change, how = 'push') =>
        void navigate({
          // The change is applied to the current address, so that two changes in one turn do not undo each other.
          search: (now) => writeReview({ ...readReview(now), ...change }),
          replace: how === 'replace',
        })
      }
      onActAs={context.actAs}
    />
  );
}
