import type { z } from 'zod';
import type { saveThresholdsInput } from '#shared/contract/workflows/workflows.ts';
import type { ConnectionDoors } from '../../../aws/connection-access.ts';

/** What is about to be saved, as whom, and where: another connection may be opened while it is under way. */
export interface AskingToSave {
  readonly input: z.output<typeof saveThresholdsInput>;
  readonly personId: string;
  readonly doors: ConnectionDoors;
}
