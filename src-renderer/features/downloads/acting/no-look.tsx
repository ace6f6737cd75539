import { NoPermissionState } from '#renderer/ui/states/access-states.tsx';
import { StateArt } from '#renderer/ui/states/state-art.tsx';
import { StateCard } from '#renderer/ui/states/state-card.tsx';
import { WorkAs } from '#renderer/ui/states/work-as.tsx';
import type { Person } from './use-person.ts';

interface NoLookProps {
  readonly person: Person;
  readonly onActAs: ((personaId: string) => void) | undefined;
}

/** Why this person sees no download, and how to become one who does in the sandbox. */
export function NoLook({ person: { me, others }, onActAs }: NoLookProps) {
  if (me === null) {
    return (
      <NoPermissionState title="Who works here is not known">
        Downloads are shown to those who may see every tenant. Nothing was read.
      </NoPermissionState>
    );
  }
  return (
    <StateCard
      art={<StateArt name="locked" />}
      title="Nobody can say whose a file is"
      actions={onActAs === undefined ? undefined : <WorkAs persons={others} onActAs={onActAs} />}
    >
      <p>
        The tables of the download pipeline know no tenant, and you may see only some tenants. Nothing was
        read.
      </p>
      <p>
        {others.length > 0
          ? 'In the sandbox you may be somebody else: here, or at the top right.'
          : 'Who may see every tenant can tell you how a day stands.'}
      </p>
    </StateCard>
  );
}
