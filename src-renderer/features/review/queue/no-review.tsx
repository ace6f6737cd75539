import { NoPermissionState } from '#renderer/ui/states/access-states.tsx';
import { StateArt } from '#renderer/ui/states/state-art.tsx';
import { StateCard } from '#renderer/ui/states/state-card.tsx';
import { WorkAs } from '#renderer/ui/states/work-as.tsx';
import type { People } from './use-people.ts';

interface NoReviewProps {
  readonly people: People;
  readonly onActAs: ((personaId: string) => void) | undefined;
}

/** Support sees no value of a document, and so reviews none: who may, and how to become one of them in the sandbox. */
export function NoReview({ people, onActAs }: NoReviewProps) {
  const { me, reviewers, isSandbox } = people;
  if (me === null) {
    return (
      <NoPermissionState title="Your role on this connection is not known">
        Review shows what documents say, to the roles reviewer and admin. Nothing was read.
      </NoPermissionState>
    );
  }
  return (
    <StateCard
      art={<StateArt name="locked" />}
      title="Reviewers and admins decide documents"
      actions={
        onActAs === undefined || !isSandbox ? undefined : <WorkAs persons={reviewers} onActAs={onActAs} />
      }
    >
      <p>
        You work as {me.role}. Review shows what documents say, and support sees no values. Nothing was read.
      </p>
      <p>
        {isSandbox
          ? 'In the sandbox you may be somebody else: here, or at the top right.'
          : 'Ask an administrator for the role reviewer. How many documents wait is on each batch in Triage.'}
      </p>
    </StateCard>
  );
}
