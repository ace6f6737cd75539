import { formOf } from '../fields-of.ts';
import type { SheetRecipe } from '../sheet.ts';

export interface RuledField {
  readonly name: string;
  readonly word: string;
}
/** What a document's values have to keep. */
export interface CheckRules {
  readonly sums: readonly [RuledField, RuledField, RuledField];
  readonly sign: 1 | -1;
  readonly dates: readonly [early: RuledField, late: RuledField];
}

export function checkRulesFor(recipe: SheetRecipe): CheckRules {
  return recipe.kind === 'form' ? forms[formOf(recipe)] : rulesOf[recipe.kind];
}

const invoice: CheckRules = {
  sums: [field('subtotal'), field('tax'), field('total')],
  sign: 1,
  dates: [field('invoiceDate', 'invoice date'), field('dueDate', 'due date')],
};
const deliveryNote: CheckRules = {
  sums: [
    field('netWeight', 'net weight'),
    field('packagingWeight', 'packaging'),
    field('grossWeight', 'gross weight'),
  ],
  sign: 1,
  dates: [field('orderDate', 'order date'), field('deliveryDate', 'delivery date')],
};
const rulesOf = { invoice, 'delivery note': deliveryNote };
const costs = [field('costs', 'sum of costs'), field('excess'), field('claimed', 'amount claimed')] as const;

const forms: Readonly<Record<ReturnType<typeof formOf>, CheckRules>> = {
  customs: {
    sums: [field('goodsValue', 'value of goods'), field('duty'), field('dutiableValue', 'value with duty')],
    sign: 1,
    dates: [field('arrivedOn', 'day of arrival'), field('declaredOn', 'day of declaration')],
  },
  return: {
    sums: [field('goodsValue', 'value of goods'), field('handling'), field('refund')],
    sign: -1,
    dates: [field('deliveredOn', 'day of delivery'), field('returnedOn', 'day of return')],
  },
  claim: {
    sums: costs,
    sign: -1,
    dates: [field('accidentOn', 'day of the accident'), field('reportedOn', 'day of the report')],
  },
  damage: {
    sums: costs,
    sign: -1,
    dates: [field('damagedOn', 'day of the damage'), field('reportedOn', 'day of the report')],
  },
  inspection: {
    sums: [
      field('receivedWeight', 'weight received'),
      field('rejectedWeight', 'weight rejected'),
      field('acceptedWeight', 'weight accepted'),
    ],
    sign: -1,
    dates: [field('receivedOn', 'day of receipt'), field('inspectedOn', 'day of inspection')],
  },
};

function field(name: string, word = name): RuledField {
  return { name, word };
}
