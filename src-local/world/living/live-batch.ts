import { documentsOf } from '../past/planned-document.ts';
import type { PlannedTenant, PlannedWorkflow } from '../past/plan.ts';
import { seededRandomness, type Randomness } from '../randomness.ts';
import type { Defect, SheetRecipe } from '../sheets/sheet.ts';

export interface LiveBatch {
  readonly workflow: PlannedWorkflow;
  readonly idempotencyKey: string;
  readonly documents: readonly { readonly fileName: string; readonly recipe: SheetRecipe }[];
}

/** Most documents are fine; these are the rest, of a hundred. */
const defectsOfHundred: readonly (readonly [Defect, number])[] = [
  ['unsure', 16],
  ['throttled', 4],
  ['timeout', 2],
  ['illegible', 2],
  ['corrupt', 2],
  ['schema mismatch', 1],
  ['unsupported language', 1],
];

/** The n-th batch that a customer sends while somebody looks on: the same again from the same seed. */
export function liveBatch(
  { seed, n, now }: { readonly seed: string; readonly n: number; readonly now: number },
  tenants: readonly PlannedTenant[],
): LiveBatch {
  const dice = seededRandomness(`${seed}/traffic/${n}`);
  const { name: recipient, projects } = oneOf(dice, tenants);
  const workflow = oneOf(
    dice,
    projects.flatMap(({ workflows }) => workflows),
  );
  const idempotencyKey = dice.uuid();
  const size = 2 + dice.integer(5);
  const hash = dice.integer(2 ** 31);
  const document = documentsOf({ seed, recipient, workflow, hash, submittedAt: now });
  return {
    workflow,
    idempotencyKey,
    documents: Array.from({ length: size }, (_, index) =>
      document(index, `live-${n}-${index}`, defectFor(dice.integer(100))),
    ).map(({ fileName, recipe }) => ({ fileName, recipe })),
  };
}

function defectFor(roll: number): Defect | undefined {
  let below = 0;
  for (const [defect, share] of defectsOfHundred) {
    below += share;
    if (roll < below) return defect;
  }
  return undefined;
}

function oneOf<T>(dice: Randomness, choice: readonly T[]): T {
  const chosen = choice[dice.integer(choice.length)];
  if (chosen === undefined) throw new Error('There is nothing to choose from');
  return chosen;
}
