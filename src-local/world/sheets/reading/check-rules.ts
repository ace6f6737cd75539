import { formOf } from '../fields-of.ts';
import type { SheetRecipe } from '../sheet.ts';

export interface SumRule {
  readonly name: string;
  readonly word: string;
}
/** What a document's values have to keep. */
export interface CheckRules {
  readonly sums: readonly [SumRule, SumRule, SumRule];
  readonly sign: 1 | -1;
  readonly dates: readonly [early: string, late: string, rule: string];
}

export function checkRulesFor(recipe: SheetRecipe): CheckRules {
  return recipe.kind === 'form' ? forms[formOf(recipe)] : rulesOf[recipe.kind];
}

const invoice: CheckRules = {
  sums: [sum('subtotal'), sum('tax'), sum('total')],
  sign: 1,
  dates: ['invoiceDate', 'dueDate', 'It is due after it was written'],
};
const deliveryNote: CheckRules = {
  sums: [
    sum('netWeight', 'net weight'),
    sum('packagingWeight', 'packaging'),
    sum('grossWeight', 'gross weight'),
  ],
  sign: 1,
  dates: ['orderDate', 'deliveryDate', 'It was delivered after it was ordered'],
};
const rulesOf = { invoice, 'delivery note': deliveryNote };
const costs = [sum('costs'), sum('excess'), sum('claimed', 'amount claimed')] as const;

const forms: Readonly<Record<ReturnType<typeof formOf>, CheckRules>> = {
  customs: {
    sums: [sum('goodsValue', 'value of goods'), sum('duty'), sum('dutiableValue', 'value with duty')],
    sign: 1,
    dates: ['arrivedOn', 'declaredOn', 'It was declared after it arrived'],
  },
  return: {
    sums: [sum('goodsValue', 'value of goods'), sum('handling'), sum('refund')],
    sign: -1,
    dates: ['deliveredOn', 'returnedOn', 'It came back after it was delivered'],
  },
  claim: { sums: costs, sign: -1, dates: ['accidentOn', 'reportedOn', 'It was reported after it happened'] },
  damage: { sums: costs, sign: -1, dates: ['damagedOn', 'reportedOn', 'It was reported after it happened'] },
  inspection: {
    sums: [
      sum('receivedWeight', 'weight received'),
      sum('rejectedWeight', 'weight rejected'),
      sum('acceptedWeight', 'weight accepted'),
    ],
    sign: -1,
    dates: ['receivedOn', 'inspectedOn', 'It was inspected after it was received'],
  },
};

function sum(name: string, word = name): SumRule {
  return { name, word };
}
