import { z } from 'zod';
import type { ItemState } from '../../contract/jobs.ts';
import { id } from '../../contract/pipeline-items.ts';
import { grouped, listed } from '../formatting.ts';
import { countItems, defineJobKind, mostInPlan, listStates, type FixedAs } from './job-kind.ts';

const noun = { one: 'document', many: 'documents' };

/** The next steps for documents and executions. */
export const nextSteps: Readonly<Partial<Record<ItemState, string>>> = {
  'failed-again':
    'The same way a second time: look at the document. What fails for its own sake fails again, and the customer has to send another file.',
  uncertain:
    'The call went out and no answer came back before the console ended, so it may have been done or not. It is never sent again by itself. Open the document: a run of this time in its passport means that it was done; if there is none, plan it anew.',
  refused:
    'The pipeline would not have it, and nothing was done. The reason is on its line; plan it anew once that has passed.',
  skipped: 'Changed after the plan was frozen, so it was left alone. Plan it anew if it still has to go.',
  overtaken: 'A later run of somebody else has it now. Its outcome is that run’s.',
  'still-running':
    'The job has ended before it did. It goes on to its end by itself; look at the batch later.',
};

export const documentJobs = {
  reprocess: defineJobKind({
    target: z.strictObject({
      kind: z.literal('reprocess'),
      tenantId: id,
      projectId: id,
      batchId: id,
      documentIds: z.array(id).min(1).max(mostInPlan),
      /** The failure group that was chosen, for display. */
      fingerprint: z.string().max(64).optional(),
    }),
    family: 'documents',
    noun,
    verb: { verb: 'Reprocess', doing: 'Reprocessing', did: 'Reprocessed' },
    stateNames: {},
    isList: true,
    isDestructive: false,
    isAlwaysTyped: false,
    reason: null,
    nextSteps,
    planTitle: ({ documentIds }) => `Reprocess ${countItems(documentIds, noun)}`,
    findPlace: ({ batchId }) => ({ batchId }),
    summarise({ total, counts }, { as }) {
      const fixed = `${grouped(counts.fixed)} of ${grouped(total)} fixed`;
      const others = listStates(counts, otherStates);
      const rest = others.length === 0 ? '' : ` ${listed(others)}.`;
      return `${fixed}${describeFixed(counts.fixed, as)}.${rest} Read back by key.`;
    },
  }),
};

function describeFixed(fixed: number, as: FixedAs | undefined): string {
  if (as === undefined || fixed === 0) return '';
  const parts = [
    ...(as.succeeded > 0 ? [`${grouped(as.succeeded)} SUCCEEDED`] : []),
    ...(as.review > 0 ? [`${grouped(as.review)} to review`] : []),
  ];
  return `: ${listed(parts)}`.replace(' and ', ', ');
}

const otherStates: readonly (readonly [ItemState, string])[] = [
  ['failed-again', 'failed again'],
  ['refused', 'refused by the pipeline'],
  ['uncertain', 'uncertain'],
  ['skipped', 'left alone'],
  ['overtaken', 'overtaken by a later run'],
  ['unconfirmed', 'sent, not confirmed'],
  ['still-running', 'still running'],
  ['running', 'running'],
  ['sending', 'being sent'],
  ['waiting', 'not sent'],
];
