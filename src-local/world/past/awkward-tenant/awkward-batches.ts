import { hashOf } from '../../sheets/throws.ts';
import type { Defect } from '../../sheets/sheet.ts';
import { batchIds } from '../batch-ids.ts';
import type { PlannedWorkflow, WorldPlan } from '../plan.ts';
import type { StoriedBatch } from '../plan-of.ts';
import { documentsOf } from '../planned-document.ts';
import { awkwardFileNames } from './awkward-file-names.ts';
import { letterTimes } from './letter-times.ts';
import { quillWorkflows } from './quill.ts';

/** Batches of the awkward tenant that went through the pipeline like any other. */
export function awkwardBatches({
  seed,
  anchor,
}: Pick<WorldPlan, 'seed' | 'anchor'>): readonly StoriedBatch[] {
  const batch = (name: string, hoursAgo: number, telling: Telling): StoriedBatch =>
    awkwardBatch({ seed, anchor }, name, hoursAgo, telling);
  return [
    // Before there was a limit. An execution may have 25,000 events; it had them after some 1,460 documents.
    batch('archive', 12.6 * 24, {
      workflow: quillWorkflows.archive,
      size: 10_000,
      execution: 'failed by its history',
      fileName: (index) => `scan_${String(index + 1).padStart(5, '0')}.pdf`,
    }),
    batch('names', 9.2 * 24, {
      workflow: quillWorkflows.archive,
      size: awkwardFileNames.length,
      defects: { illegible: 2 },
      fileName: (index) => awkwardFileNames[index] ?? '',
    }),
    batch('doubts', 3.7 * 24, {
      workflow: quillWorkflows.doubts,
      size: 5,
      fileName: (index) => `brief ${index + 1}.pdf`,
    }),
    batch('refusals', 31, {
      workflow: quillWorkflows.refusals,
      size: 3,
      fileName: (index) => `offer (${index + 1}).PDF`,
    }),
    ...letterTimes(seed).map((hoursAgo, index) =>
      batch(`letter ${index + 1}`, hoursAgo, {
        workflow: quillWorkflows.letters,
        size: 1,
        fileName: () => `Brief Nr. ${index + 1}.pdf`,
      }),
    ),
  ];
}

interface Telling {
  readonly workflow: PlannedWorkflow;
  readonly size: number;
  readonly execution?: StoriedBatch['execution'];
  readonly defects?: StoriedBatch['story']['defects'];
  readonly fileName: (index: number) => string;
}

const hour = 3_600_000;
/** On its documents; what they are printed with has no other letters. */
const recipient = 'Quill & Caglar, translators';

function awkwardBatch(
  { seed, anchor }: Pick<WorldPlan, 'seed' | 'anchor'>,
  name: string,
  hoursAgo: number,
  { workflow, size, execution = 'succeeded', defects = {}, fileName }: Telling,
): StoriedBatch {
  const hash = hashOf(`${seed}/quill/${name}`);
  const submittedAt = Math.floor(anchor - hoursAgo * hour);
  const ids = batchIds(submittedAt, hash, { size });
  const planned = documentsOf({ seed, recipient, workflow, hash, submittedAt });
  const illegible = defects.illegible ?? 0;
  const defectOf = (index: number): Defect | undefined => (index < illegible ? 'illegible' : undefined);
  const { tenantId, workflowId } = workflow;
  return {
    workflow,
    story: { tenantId, workflowId, hoursAgo, size, defects, execution },
    batchId: ids.batchId,
    submittedAt,
    size,
    execution,
    document: (index) => ({
      ...planned(index, ids.documentId(index), defectOf(index)),
      fileName: fileName(index),
    }),
  };
}
