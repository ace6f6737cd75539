import type { Job } from '#shared/contract/jobs/jobs.ts';
import { EnvironmentChip } from '#renderer/ui/chip/environment-chip.tsx';
import { FingerprintChip } from '#renderer/ui/chip/fingerprint-chip.tsx';

export interface PlanChipsProps {
  readonly fingerprint: string | null;
  readonly connection: Pick<Job['connection'], 'environment' | 'name'>;
}

/** Which cause, and which world. */
export function PlanChips({ fingerprint, connection }: PlanChipsProps) {
  return (
    <>
      {fingerprint === null ? null : <FingerprintChip fingerprint={fingerprint} />}
      <EnvironmentChip environment={connection.environment} name={connection.name} />
    </>
  );
}
