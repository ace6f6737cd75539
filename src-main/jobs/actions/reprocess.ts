import type { ConnectionDoors } from '../../aws/connection-access.ts';
import type { JobAction } from '../job-action.ts';

export function reprocessAction(_doors: () => ConnectionDoors): JobAction {
  throw new Error('not written yet');
}
