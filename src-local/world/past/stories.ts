import type { Defect } from '../sheets/sheet.ts';
import type { PlannedBatch } from './plan.ts';

/** A batch's story in numbers. Everything else follows from the seed. */
export interface Story {
  readonly tenantId: string;
  readonly workflowId: string;
  /** The hours before the anchor at which it was submitted. */
  readonly hoursAgo: number;
  readonly size: number;
  /** The number of its documents with each defect. */
  readonly defects: Readonly<Partial<Record<Defect, number>>>;
  /** How many uncertain documents were decided, and how many hours later the first of them. */
  readonly reviewed?: readonly [count: number, hoursLater: number];
  /** The number of further documents that a reviewer took, and left. */
  readonly leftClaimed?: number;
  /** The number of further documents that were handed to a colleague. */
  readonly handedOver?: number;
  /** Under four eyes: how many more one person has decided, and over how many two differ. */
  readonly opinions?: readonly [first: number, differing: number];
  /** The percentage of automatically accepted documents that were checked, and how many hours after the batch's end. */
  readonly checked?: readonly [percent: number, hoursLater: number];
  /** Hours after its submission: everything that had failed until then was reprocessed. */
  readonly reprocessed?: readonly number[];
  readonly execution?: PlannedBatch['execution'];
  /** Files that never came. */
  readonly missing?: number;
  /** The batch that the catalogue's examples are about: how its ids begin, and what its first documents have. */
  readonly known?: { readonly id: string; readonly first: readonly Defect[] };
}

const day = 24;

/** Thirty days, oldest first, more of them towards the end. */
export const stories: readonly Story[] = [
  story('northwind/carrier-invoices', 29.4 * day, 120, { unsure: 9 }, { reviewed: [9, 3], checked: [8, 6] }),
  story(
    'kestrel/milk-delivery-notes',
    28.7 * day,
    240,
    { unsure: 12, corrupt: 2 },
    { reviewed: [12, 5], checked: [9, 20] },
  ),
  story('alder-finch/claim-forms', 27.9 * day, 60, { unsure: 7 }, { reviewed: [7, 20] }),
  story('northwind/goods-in-notes', 26.5 * day, 150, { unsure: 6 }, { reviewed: [6, 2], checked: [8, 4] }),
  // A supplier has changed its table of lines.
  story(
    'kestrel/supplier-invoices',
    25.2 * day,
    96,
    { 'schema mismatch': 18, unsure: 5 },
    { reviewed: [5, 4] },
  ),
  story(
    'northwind/customs-forms',
    24.1 * day,
    48,
    { 'unsupported language': 5, unsure: 4 },
    { reviewed: [4, 1] },
  ),
  story(
    'alder-finch/repair-invoices',
    22.8 * day,
    150,
    { unsure: 11 },
    { reviewed: [11, 6], checked: [10, 9] },
  ),
  story(
    'northwind/carrier-invoices',
    21.6 * day,
    320,
    { throttled: 24, unsure: 21 },
    { reviewed: [21, 4], reprocessed: [2], checked: [9, 5] },
  ),
  story('kestrel/inspection-forms', 20.3 * day, 84, { illegible: 9, unsure: 24 }, { reviewed: [16, 26] }),
  story('alder-finch/damage-forms', 19.1 * day, 36, { guardrail: 3, unsure: 5 }, { reviewed: [5, 3] }),
  story(
    'northwind/fuel-invoices',
    18.2 * day,
    180,
    { timeout: 4, unsure: 10 },
    { reviewed: [10, 2], reprocessed: [1] },
  ),
  story(
    'kestrel/milk-delivery-notes',
    17 * day,
    250,
    { unsure: 10 },
    { reviewed: [10, 7], checked: [9, 18] },
  ),
  // The same four files, sent to a run again and again.
  story(
    'northwind/returns-forms',
    16.1 * day,
    72,
    { corrupt: 4, unsure: 3 },
    { reviewed: [3, 1], reprocessed: [1.5, 26] },
  ),
  story(
    'alder-finch/contractor-invoices',
    15.2 * day,
    110,
    { illegible: 3, unsure: 8 },
    { reviewed: [8, 18] },
  ),
  story(
    'northwind/carrier-invoices',
    14.6 * day,
    360,
    { unsure: 26 },
    { reviewed: [24, 3], checked: [9, 7] },
  ),
  story(
    'kestrel/supplier-invoices',
    13.4 * day,
    140,
    { 'schema mismatch': 22, unsure: 6 },
    { reviewed: [6, 2], reprocessed: [3, 30] },
  ),
  story('northwind/goods-in-notes', 12.3 * day, 210, { unsure: 9 }, { reviewed: [9, 5], checked: [9, 7] }),
  story('alder-finch/claim-forms', 11.5 * day, 88, { illegible: 6, unsure: 11 }, { reviewed: [9, 8] }),
  story(
    'northwind/customs-forms',
    10.7 * day,
    64,
    { 'unsupported language': 8, unsure: 5 },
    { reviewed: [5, 2] },
  ),
  story(
    'kestrel/milk-delivery-notes',
    9.8 * day,
    270,
    { unsure: 8 },
    { reviewed: [8, 4], execution: 'failed in finalise' },
  ),
  story(
    'alder-finch/repair-invoices',
    9 * day,
    170,
    { unsure: 13 },
    { reviewed: [13, 9], checked: [10, 11] },
  ),
  story(
    'northwind/carrier-invoices',
    8.2 * day,
    600,
    { throttled: 14, corrupt: 2, unsure: 38 },
    { reviewed: [33, 2], reprocessed: [4], checked: [8, 6] },
  ),
  story('northwind/fuel-invoices', 7.5 * day, 190, { guardrail: 2, unsure: 9 }, { reviewed: [9, 3] }),
  story('kestrel/inspection-forms', 6.8 * day, 96, { illegible: 7, unsure: 26 }, { reviewed: [17, 20] }),
  story('alder-finch/damage-forms', 6.1 * day, 42, { unsure: 5 }, { reviewed: [5, 2] }),
  story('northwind/returns-forms', 5.6 * day, 90, { corrupt: 1, unsure: 6 }, { execution: 'timed out' }),
  story('kestrel/supplier-invoices', 5 * day, 130, { 'schema mismatch': 4, unsure: 7 }, { reviewed: [7, 5] }),
  story(
    'northwind/goods-in-notes',
    4.4 * day,
    200,
    { corrupt: 3, unsure: 8 },
    { reviewed: [6, 4], checked: [10, 6] },
  ),
  story(
    'alder-finch/contractor-invoices',
    3.9 * day,
    120,
    { timeout: 6, unsure: 9 },
    { reviewed: [6, 3], reprocessed: [5] },
  ),
  story('kestrel/milk-delivery-notes', 3.3 * day, 290, { unsure: 11 }, { reviewed: [11, 6] }),
  // The storm: everybody sent at once that evening.
  story(
    'northwind/carrier-invoices',
    2.8 * day,
    240,
    { throttled: 31, unsure: 17 },
    { reviewed: [6, 5], checked: [10, 14] },
  ),
  story(
    'northwind/customs-forms',
    2.2 * day,
    52,
    { 'unsupported language': 6, unsure: 4 },
    { leftClaimed: 1 },
  ),
  story(
    'northwind/carrier-invoices',
    33,
    112,
    { corrupt: 3, unsure: 12 },
    {
      reprocessed: [1.5, 9],
      known: { id: '01M7SJ8EE04C', first: ['corrupt', 'corrupt', 'unsure'] },
    },
  ),
  story('alder-finch/damage-forms', 30, 24, {}, { execution: 'none', missing: 3 }),
  story(
    'alder-finch/claim-forms',
    26,
    76,
    { illegible: 2, unsure: 15 },
    { reviewed: [5, 3], leftClaimed: 2, opinions: [3, 1] },
  ),
  story('kestrel/supplier-invoices', 20, 108, { timeout: 5, unsure: 6 }, { reviewed: [2, 4] }),
  story('northwind/goods-in-notes', 15, 160, { unsure: 5 }, { reviewed: [5, 2] }),
  story('alder-finch/repair-invoices', 11, 140, { unsure: 14 }, { leftClaimed: 1 }),
  story('kestrel/inspection-forms', 8, 66, { illegible: 5, unsure: 9 }),
  story(
    'northwind/carrier-invoices',
    5,
    180,
    { throttled: 12, unsure: 13 },
    { reviewed: [3, 1], handedOver: 2 },
  ),
  story('northwind/fuel-invoices', 3, 12, { unsure: 1 }),
  story('kestrel/milk-delivery-notes', 1.5, 44, { corrupt: 1, unsure: 3 }),
];

function story(
  workflow: string,
  hoursAgo: number,
  size: number,
  defects: Story['defects'],
  more: Omit<Story, 'tenantId' | 'workflowId' | 'hoursAgo' | 'size' | 'defects'> = {},
): Story {
  const [tenantId = '', workflowId = ''] = workflow.split('/');
  return { tenantId, workflowId, hoursAgo, size, defects, ...more };
}
