import { hashText, throwDie } from '../randomness.ts';
import type { WorldPlan } from './plan.ts';
import { buildBatch, type StoriedBatch, type Story } from './story.ts';
import { awkwardTenantId as tenantId, findWorkflow } from './tenants.ts';

/** The recipient on its documents; their fonts have no other letters. */
const recipient = 'Quill & Caglar, translators';

/** Batches of the awkward tenant that went through the pipeline like any other. */
export function awkwardBatches({
  seed,
  anchor,
}: Pick<WorldPlan, 'seed' | 'anchor'>): readonly StoriedBatch[] {
  const batch = (
    name: string,
    story: Pick<Story, 'workflowId' | 'hoursAgo' | 'size'> & Partial<Story>,
    fileName: (index: number) => string,
  ): StoriedBatch => {
    const hash = hashText(`${seed}/quill/${name}`);
    const submittedAt = Math.floor(anchor - story.hoursAgo * 3_600_000);
    const built = buildBatch({
      seed,
      recipient,
      story: { tenantId, defects: {}, ...story },
      workflow: findWorkflow(tenantId, story.workflowId),
      hash,
      submittedAt,
    });
    return { ...built, document: (index) => ({ ...built.document(index), fileName: fileName(index) }) };
  };
  return [
    // It is from before large batches had a Map of their own. An execution may have 25,000 events, which this one had
    // after some 1,460 documents.
    batch(
      'archive',
      { workflowId: 'archive', hoursAgo: 12.6 * 24, size: 10_000, execution: 'failed by its history' },
      (index) => `scan_${String(index + 1).padStart(5, '0')}.pdf`,
    ),
    batch(
      'names',
      {
        workflowId: 'archive',
        hoursAgo: 9.2 * 24,
        size: awkwardFileNames.length,
        defects: { illegible: 2 },
        known: { first: ['illegible', 'illegible'] },
      },
      (index) => awkwardFileNames[index] ?? '',
    ),
    batch(
      'doubts',
      { workflowId: 'doubts', hoursAgo: 3.7 * 24, size: 5 },
      (index) => `brief ${index + 1}.pdf`,
    ),
    batch(
      'refusals',
      { workflowId: 'refusals', hoursAgo: 31, size: 3 },
      (index) => `offer (${index + 1}).PDF`,
    ),
    ...letterTimes(seed).map((hoursAgo, index) =>
      batch(
        `letter ${index + 1}`,
        { workflowId: 'letters', hoursAgo, size: 1 },
        () => `Brief Nr. ${index + 1}.pdf`,
      ),
    ),
  ];
}

/**
 * Hours before the anchor at which the awkward tenant sent a letter, each as a batch of its own; oldest first. Forty
 * came on the first of their days, which is nearly a fortnight ago, and 160 since.
 */
function letterTimes(seed: string): readonly number[] {
  const hash = hashText(`${seed}/quill/letters`);
  return [
    ...spread(40, 13 * 24 + 22.5, 13 * 24 + 15.2, (index) => throwDie(hash, index)),
    ...spread(160, 13 * 24 + 10, 4, (index) => throwDie(hash, 1_000 + index)),
  ];
}

/** Spreads them from one hour to a later one, in about equal gaps. */
function spread(count: number, from: number, to: number, share: (index: number) => number): number[] {
  const gap = (from - to) / count;
  return Array.from({ length: count }, (_, index) => from - (index + 0.9 * share(index)) * gap);
}

const longBegin = '📄🖋️ فاتورة رقم ١٢٣ – חשבונית ';
const longEnd = ' של אוגוסט.pdf';

/** Everything that a file may be called. Characters that cannot be seen are spelled out. */
const awkwardFileNames: readonly string[] = [
  // It has the 255 UTF-16 units that the API takes, and no half of an emoji.
  `${longBegin}${'🧾'.repeat((255 - longBegin.length - longEnd.length) >> 1)}${(longBegin.length + longEnd.length) % 2 ? '' : 'x'}${longEnd}`,
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
