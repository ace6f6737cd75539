import { useNavigate, useSearch } from '@tanstack/react-router';
import { readReview, writeReview } from '#renderer/features/review/review-address.ts';
import { ReviewPage } from '#renderer/features/review/review-page.tsx';
import { useSession } from '../session/use-session.ts';
import { useConsole } from '../shell/console-context.ts';

/**
 * Where Review meets the address bar and the people of the shell. Another connection or person begins with an empty page,
 * and so does production when it is unlocked or locked: whether a document may be decided is read along with it.
 */
export function ReviewRoute() {
  const search = useSearch({ from: '/console/review' });
  const navigate = useNavigate({ from: '/review' });
  const { connection, who } = useSession();
  const { context } = useConsole();
  return (
    <ReviewPage
      key={`${connection.id} ${who?.id ?? ''} ${connection.readOnly ? 'locked' : ''}`}
      address={readReview(search)}
      go={(change, how = 'push') =>
        void navigate({
          // Over what the address is by then: two changes in one turn must not undo each other.
          search: (now) => writeReview({ ...readReview(now), ...change }),
          replace: how === 'replace',
        })
      }
      onActAs={context.actAs}
    />
  );
}
