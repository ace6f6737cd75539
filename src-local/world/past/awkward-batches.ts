import { hashText, throwDie } from '../randomness.ts';
import type { Defect } from '../sheets/sheet.ts';
import { batchIds, createDocumentPlanner, type PlannedWorkflow, type WorldPlan } from './plan.ts';
import type { StoriedBatch } from './past-plan.ts';
import { quillWorkflows } from './quill.ts';

/** Batches of the awkward tenant that went through the pipeline like any other. */
export function awkwardBatches({
  seed,
  anchor,
}: Pick<WorldPlan, 'seed' | 'anchor'>): readonly StoriedBatch[] {
  const batch = (name: string, hoursAgo: number, telling: Telling): StoriedBatch =>
    awkwardBatch({ seed, anchor }, name, hoursAgo, telling);
  return [
    // There was no limit yet. An execution may have 25,000 events, which this one had after some 1,460 documents.
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
/** The recipient on its documents; their fonts have no other letters. */
const recipient = 'Quill & Caglar, translators';

function awkwardBatch(
  { seed, anchor }: Pick<WorldPlan, 'seed' | 'anchor'>,
  name: string,
  hoursAgo: number,
  { workflow, size, execution = 'succeeded', defects = {}, fileName }: Telling,
): StoriedBatch {
  const hash = hashText(`${seed}/quill/${name}`);
  const submittedAt = Math.floor(anchor - hoursAgo * hour);
  const ids = batchIds(submittedAt, hash, { size });
  const planned = createDocumentPlanner({ seed, recipient, workflow, hash, submittedAt });
  const illegible = defects.illegible ?? 0;
  const pickDefect = (index: number): Defect | undefined => (index < illegible ? 'illegible' : undefined);
  const { tenantId, workflowId } = workflow;
  return {
    workflow,
    story: { tenantId, workflowId, hoursAgo, size, defects, execution },
    batchId: ids.batchId,
    submittedAt,
    size,
    execution,
    document: (index) => ({
      ...planned(index, ids.documentId(index), pickDefect(index)),
      fileName: fileName(index),
    }),
  };
}

/** So many came on the first of their days, which is nearly a fortnight ago, and so many since. */
const lettersAtFirst = 40;
const lettersSince = 160;

/** Hours before the anchor at which the awkward tenant sent a letter, each as a batch of its own; oldest first. */
function letterTimes(seed: string): readonly number[] {
  const hash = hashText(`${seed}/quill/letters`);
  const first = spread(lettersAtFirst, 13 * 24 + 22.5, 13 * 24 + 15.2, (index) => throwDie(hash, index));
  const since = spread(lettersSince, 13 * 24 + 10, 4, (index) => throwDie(hash, 1_000 + index));
  return [...first, ...since];
}

/** Spreads them from one hour to a later one, in about equal gaps. */
function spread(count: number, from: number, to: number, share: (index: number) => number): number[] {
  const gap = (from - to) / count;
  return Array.from({ length: count }, (_, index) => from - (index + 0.9 * share(index)) * gap);
}

/** The API takes so many UTF-16 units. */
const longest = 255;

/** Everything that a file may be called. Characters that cannot be seen are spelled out. */
const awkwardFileNames: readonly string[] = [
  filledUp('📄🖋️ فاتورة رقم ١٢٣ – חשבונית ', '🧾', ' של אוגוסט.pdf'),
  // Shown by a careless list as "invoice_exe.pdf" with its end turned round.
  'invoice_\u202efdp.exe',
  'Rechnung für Müller & Söhne (endgültig, wirklich).pdf',
  // The same name in two spellings: one letter, or a letter and its accent.
  'r\u00e9sum\u00e9.pdf',
  're\u0301sume\u0301.pdf',
  '  leading and trailing spaces  ',
  '請求書・納品書 2026年11月分.pdf',
  '=HYPERLINK("mailto:x@example.invalid";"open").pdf',
  '<img src=x onerror=alert(1)>.pdf',
  '%2e%2e%2fetc%2fpasswd.pdf',
  '\u200b.pdf',
  'CON.pdf',
];

/** Filled with whole characters: half an emoji is no text. */
function filledUp(beginning: string, filling: string, end: string): string {
  const left = longest - beginning.length - end.length;
  const rest = 'x'.repeat(left % filling.length);
  return `${beginning}${filling.repeat(Math.floor(left / filling.length))}${rest}${end}`;
}
