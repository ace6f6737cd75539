import { NoPermissionState } from '#renderer/ui/states/access-states.tsx';
import { StateArt } from '#renderer/ui/states/state-art.tsx';
import { StateCard } from '#renderer/ui/states/state-card.tsx';
import { WorkAs } from '#renderer/ui/states/work-as.tsx';
import type { Person } from './use-person.ts';

interface NoLookProps {
  readonly person: Person;
  readonly onActAs: ((personaId: string) => void) | undefined;
}

/** Why this person sees no queue, and how to become one who does in the sandbox. */
export function NoLook({ person: { me, others }, onActAs }: NoLookProps) {
  if (me === null) {
    return (
      <NoPermissionState title="Your role on this connection is not known">
        Dead letters shows messages of every tenant, to the roles support and admin. Nothing was read.
      </NoPermissionState>
    );
  }
  const isOfSome = me.tenants !== '*' && me.role !== 'reviewer';
  return (
    <StateCard
      art={<StateArt name="locked" />}
      title={isOfSome ? 'A queue holds everybody’s messages' : 'Support and admins look at dead letters'}
      actions={onActAs === undefined ? undefined : <WorkAs persons={others} onActAs={onActAs} />}
    >
      <p>
        {isOfSome
          ? 'SQS gives whichever messages it likes, of any tenant, and you may see only some tenants. Nothing was read or received.'
          : `You work as ${me.role}. Nothing was read or received.`}
      </p>
      <p>
        {others.length > 0
          ? 'In the sandbox you may be somebody else: here, or at the top right.'
          : 'Documents that a message names, and why it failed, are in Triage under its batch.'}
      </p>
    </StateCard>
  );
}
