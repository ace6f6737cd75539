import type { Check, ReadLine } from '#pipelines/extraction/readers.ts';
import type { Contents } from './contents.ts';
import { parseAmount, parseWrittenDay, writtenAmount, writtenRate } from './written.ts';
import type { SheetRecipe } from './sheet.ts';
import { pickForm } from './fields.ts';

/** A document's style of amounts, with its rate of tax where it has one. */
type AmountStyle = Pick<Contents, 'places' | 'separators' | 'taxPerMille'>;

export interface CheckMade {
  readonly check: Check;
  /** The fields that the check compares, by their names on the sheet. */
  readonly fields: readonly string[];
}

/** Checks the values against each other, as far as they were requested. */
export function makeChecks(
  recipe: SheetRecipe,
  findValue: (name: string) => string | undefined,
  lines: readonly ReadLine[],
  style: AmountStyle,
): readonly CheckMade[] {
  const { sums, sign, dates } = checkRulesFor(recipe);
  const [base, change, whole] = sums;
  const readAmount = (name: string): number | undefined => {
    const value = findValue(name);
    return value === undefined ? undefined : parseAmount(value);
  };
  const write = (amount: number): string =>
    (amount < 0 ? '-' : '') + writtenAmount(Math.abs(amount), style.places, style.separators);
  const [baseAmount, changeAmount, wholeAmount] = [
    readAmount(base.name),
    readAmount(change.name),
    readAmount(whole.name),
  ];
  const made: CheckMade[] = [];
  if (baseAmount !== undefined) {
    const linesSum = lines.reduce((before, line) => before + parseAmount(line.amount), 0);
    const name = `Line items add up to the ${base.word}`;
    const what = lines.length === 1 ? '1 line comes' : `${lines.length} lines come`;
    made.push(
      compareValues(name, [base.name], { what, due: linesSum, says: base.word, said: baseAmount, write }),
    );
  }
  if (baseAmount !== undefined && changeAmount !== undefined && style.taxPerMille !== undefined) {
    const rate = writtenRate(style.taxPerMille, style.separators);
    const due = Math.round((baseAmount * style.taxPerMille) / 1_000);
    const name = `${capitalize(change.word)} is ${rate} of the ${base.word}`;
    const what = `${rate} of ${write(baseAmount)} comes`;
    made.push(
      compareValues(name, [base.name, change.name], {
        what,
        due,
        says: change.word,
        said: changeAmount,
        write,
      }),
    );
  }
  if (baseAmount !== undefined && changeAmount !== undefined && wholeAmount !== undefined) {
    const what = capitalize(`${base.word} ${sign === 1 ? 'and' : 'less'} ${change.word}`);
    const name = `${what} make the ${whole.word}`;
    const due = baseAmount + sign * changeAmount;
    const fields = sums.map((sum) => sum.name);
    made.push(
      compareValues(name, fields, { what: `${what} come`, due, says: whole.word, said: wholeAmount, write }),
    );
  }
  const [early, late] = dates;
  const [earlyDay, lateDay] = [findValue(early.name), findValue(late.name)];
  if (earlyDay === undefined || lateDay === undefined) return made;
  const check = {
    name: `${capitalize(late.word)} is not before the ${early.word}`,
    passed: parseWrittenDay(earlyDay) <= parseWrittenDay(lateDay),
    detail: `${capitalize(early.word)} ${earlyDay}, ${late.word} ${lateDay}`,
  };
  return [...made, { check, fields: [early.name, late.name] }];
}

interface Compared {
  readonly what: string;
  readonly due: number;
  readonly says: string;
  readonly said: number;
  readonly write: (amount: number) => string;
}

function compareValues(
  name: string,
  fields: readonly string[],
  { what, due, says, said, write }: Compared,
): CheckMade {
  const passed = due === said;
  const rest = passed ? `, as the ${says} says` : `; the ${says} says ${write(said)}`;
  return { check: { name, passed, detail: `${what} to ${write(due)}${rest}` }, fields };
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

interface RuledField {
  readonly name: string;
  readonly word: string;
}
/** The rules that a document's values follow. */
interface CheckRules {
  readonly sums: readonly [RuledField, RuledField, RuledField];
  readonly sign: 1 | -1;
  readonly dates: readonly [early: RuledField, late: RuledField];
}

export function checkRulesFor(recipe: SheetRecipe): CheckRules {
  return recipe.kind === 'form' ? forms[pickForm(recipe)] : checkRules[recipe.kind];
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
const checkRules = { invoice, 'delivery note': deliveryNote };
const costs = [field('costs', 'sum of costs'), field('excess'), field('claimed', 'amount claimed')] as const;

const forms: Readonly<Record<ReturnType<typeof pickForm>, CheckRules>> = {
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
