import { extraction } from '#shared/catalogue/systems/extraction.ts';
import { placeOf } from '../../../jobs/actions/document-key.ts';
import type { AskingToSave } from './asking.ts';

/** The index of workflows may be behind: lists that are read later look at the item itself. */
export function tellLists({ input, doors }: AskingToSave): void {
  const { tenantId, projectId, workflowId } = input;
  doors.reader.changed(extraction, [placeOf('Workflow', { tenantId, projectId, workflowId })]);
}
