import type { Persona } from '#shared/contract/session.ts';
import { StateArt } from '#renderer/ui/states/state-art.tsx';
import { StateCard } from '#renderer/ui/states/state-card.tsx';
import { WorkAs } from '#renderer/ui/states/work-as.tsx';

interface NoFiguresProps {
  /** Whom one could be in the sandbox instead. */
  readonly others: readonly Persona[];
  readonly onActAs: ((personaId: string) => void) | undefined;
}

/** CloudWatch counts over all tenants, and cannot be asked about some. */
export function NoFigures({ others, onActAs }: NoFiguresProps) {
  return (
    <StateCard
      art={<StateArt name="locked" />}
      title="CloudWatch’s figures are of all tenants"
      actions={onActAs === undefined ? undefined : <WorkAs persons={others} onActAs={onActAs} />}
    >
      <p>
        Alarms, queues and charts say how much everybody’s documents fail, and you may see only some tenants.
        Nothing was read.
      </p>
      <p>How your own batches stand is in Today and in Triage.</p>
    </StateCard>
  );
}
