import type { LineColumn } from '../../contract/review-document.ts';
import { capitalize, counted } from '../formatting.ts';
import { cellPlace, fieldLabel, type Place } from './draft-rules.ts';
import { findRateInName, plainName, sumsOfLines, sumsOfThree, type FieldRole } from './field-roles.ts';
import { compareRow, findNamedSum, isNamed, readLineAmount, toSentencePart } from './line-checks.ts';
import { fieldType } from './normalised-value.ts';
import {
  exactAmount,
  findMarkOfThreeDecimals,
  isSame,
  listReadings,
  multiplyAmounts,
  rounded,
  sumAmounts,
  writtenLike,
  type ExactAmount,
} from './printed-amount.ts';
import type { Fault, RoledField, Subject } from './rules.ts';
import { currencyDecimals, decideThreeDecimals, isMoney, listMarkSamples } from './three-decimals.ts';

export type Line = Readonly<Record<LineColumn, string>>;

/** Checks the lines, their sum, and the sums and taxes of the document. */
export function checkAmounts(subject: Subject, fields: readonly RoledField[]): readonly Fault[] {
  const amounts = new Amounts(subject, fields);
  const sum = checkSumOfLines(subject, amounts);
  return [
    ...checkLines(subject.lines, amounts.decided),
    ...sum,
    ...checkTotal(amounts, sum),
    ...checkRates(subject, amounts),
    ...checkThree(amounts),
  ];
}

/** The document's amounts by the role or the name of their field. An amount that is not a number is left out. */
class Amounts {
  readonly #fields: readonly RoledField[];
  readonly #lines: readonly Line[];
  /** Each text is parsed once only. */
  readonly #amounts: ReadonlyMap<RoledField, Amount>;
  /** This mark stands before three decimals in this document; without such an amount it is undefined. */
  readonly mark: string | undefined;
  /** The same, but only where the document's currency has three decimals. */
  readonly decided: string | undefined;

  constructor({ lines }: Subject, fields: readonly RoledField[]) {
    this.#fields = fields;
    this.#lines = lines;
    const money = fields.filter(isMoney).map(({ value }) => value ?? '');
    this.decided = decideThreeDecimals(fields, lines);
    this.mark = this.decided ?? findMarkOfThreeDecimals([...money, ...lines.map(({ amount }) => amount)]);
    this.#amounts = new Map(
      fields.flatMap((field) => {
        const amount = toAmount(field, this.mark);
        return amount === undefined ? [] : [[field, amount] as const];
      }),
    );
  }

  of(role: FieldRole): readonly Amount[] {
    return this.#fields.flatMap((field) => (field.role === role ? (this.#amounts.get(field) ?? []) : []));
  }

  /** Tells whether every field of the role has an amount. */
  isWhole(role: FieldRole): boolean {
    return this.#fields.every((field) => field.role !== role || this.#amounts.has(field));
  }

  find(isIt: (field: RoledField) => boolean): Amount | undefined {
    const field = this.#fields.find(isIt);
    return field === undefined ? undefined : this.#amounts.get(field);
  }

  named(plain: string): Amount | undefined {
    return this.find(({ name }) => plainName(name) === plain);
  }

  all(): readonly RoledField[] {
    return this.#fields;
  }

  /** Formats an amount like this one, or as the document does, with as many decimals as the document prints. */
  write(amount: ExactAmount, like: string): string {
    const samples = [
      ...listMarkSamples(this.decided),
      like,
      ...this.#fields.map(({ value }) => value ?? ''),
      ...this.#lines.slice(0, 9).map((line) => line.amount),
    ];
    return writtenLike(samples, rounded(amount, Math.max(amount.places, this.#printedDecimals())));
  }

  /** The decimals of the document's currency, or those that it prints if they are more or its currency is not known. */
  decimals(): number {
    return Math.max(this.#printedDecimals(), currencyDecimals(this.#fields));
  }

  #printedDecimals(): number {
    return Math.max(
      0,
      ...[...this.#amounts].map(([field, amount]) => (isMoney(field) ? first(amount).places : 0)),
    );
  }
}

interface Amount {
  readonly place: Place;
  readonly printed: string;
  /** "1.250" can be read in two ways; the likelier one is the first. */
  readonly readings: readonly ExactAmount[];
}

function toAmount({ name, value, type }: RoledField, mark: string | undefined): Amount | undefined {
  // A name is not an amount, even if it begins with figures.
  if (value === null || notAmounts.has(fieldType(type).kind)) return undefined;
  const readings = listReadings(value, mark);
  return readings.length === 0 ? undefined : { place: name, printed: value, readings };
}

const notAmounts: ReadonlySet<string> = new Set(['date', 'iban', 'vat', 'pattern']);

function says({ readings }: Amount, sum: ExactAmount): boolean {
  return readings.some((reading) => isSame(reading, sum));
}

function first({ readings }: Amount): ExactAmount {
  return readings[0] ?? { units: 0n, places: 0 };
}

function minus({ units, places }: ExactAmount): ExactAmount {
  return { units: -units, places };
}

/** More lines than this would say the same again and again. */
const mostLineFaults = 20;

function checkLines(lines: readonly Line[], mark: string | undefined): readonly Fault[] {
  const faults: Fault[] = [];
  for (let line = 0; line < lines.length && faults.length < mostLineFaults; line += 1) {
    const cells = lines[line];
    const compared = cells === undefined ? undefined : compareRow(cells, mark);
    const [due] = compared?.dues ?? [];
    if (cells === undefined || compared?.state !== 'does not fit' || due === undefined) continue;
    const is = writtenLike([...listMarkSamples(mark), cells.amount, cells.unit], due);
    faults.push({
      rule: 'line amount',
      places: [cellPlace(line, 'amount'), cellPlace(line, 'quantity'), cellPlace(line, 'unit')],
      says: `Line ${line + 1}: ${cells.quantity} × ${cells.unit} is ${is}, not ${cells.amount}.`,
    });
  }
  return faults;
}

function checkSumOfLines({ lines, checks }: Subject, amounts: Amounts): readonly Fault[] {
  const field = findSumField(checks, amounts);
  if (lines.length === 0 || field === undefined) return [];
  const listed = lines.map((line) => readLineAmount(line, amounts.mark));
  const known = listed.filter((amount) => amount !== null);
  if (known.length < listed.length) return [];
  const sum = sumAmounts(known);
  const nets = amounts.of('net');
  const isOneOfSeveral = nets.length > 1 && nets.some(({ place }) => place === field.place);
  const wanted = isOneOfSeveral ? [sumAmounts(nets.map(first))] : field.readings;
  // Lines may include the tax.
  const accepted = [...wanted, ...amounts.of('total').flatMap(({ readings }) => readings)];
  if (listWithExtras(sum, amounts).some((one) => accepted.some((other) => isSame(one, other)))) return [];
  const misread = lines.findIndex((line) => {
    const { state, dues, amount } = compareRow(line, amounts.decided);
    if (state !== 'does not fit' || amount === null) return false;
    return dues.some((due) => wanted.some((want) => isSame(sumAmounts([sum, minus(amount), due]), want)));
  });
  return [
    {
      rule: 'sum of lines',
      places: [...(misread < 0 ? [] : [cellPlace(misread, 'amount')]), field.place],
      says: `${counted(lines.length, 'line')} ${lines.length === 1 ? 'comes' : 'sum'} to ${amounts.write(sum, field.printed)}, but ${toSentencePart(fieldLabel(field.place))} says ${field.printed}.`,
    },
  ];
}

/** The pipeline's own check names the field; otherwise it is the net amount, or the total where there is no tax. */
function findSumField(checks: readonly string[], amounts: Amounts): Amount | undefined {
  const named = findNamedSum(
    checks,
    amounts.all().map(({ name }) => name),
  );
  if (named !== null) return amounts.find(({ name }) => name === named);
  const [net] = amounts.of('net');
  if (net !== undefined) return amounts.isWhole('net') ? net : undefined;
  const [total] = amounts.of('total');
  if (total !== undefined && amounts.of('tax').length === 0) return total;
  for (const plain of sumsOfLines) {
    const amount = amounts.named(plain);
    if (amount !== undefined) return amount;
  }
  return undefined;
}

/** Returns the amount with any of the discounts and charges added or taken off. */
function listWithExtras(amount: ExactAmount, amounts: Amounts): readonly ExactAmount[] {
  return amounts
    .of('extra amount')
    .slice(0, 4)
    .map(first)
    .reduce<readonly ExactAmount[]>(
      (sums, extra) =>
        sums.flatMap((sum) => [sum, sumAmounts([sum, extra]), sumAmounts([sum, minus(extra)])]),
      [amount],
    );
}

/** Net amounts and taxes make the total. */
function checkTotal(amounts: Amounts, sumFaults: readonly Fault[]): readonly Fault[] {
  const [nets, taxes, [total, ...others]] = [amounts.of('net'), amounts.of('tax'), amounts.of('total')];
  if (total === undefined || others.length > 0 || nets.length === 0 || taxes.length === 0) return [];
  if (!amounts.isWhole('net') || !amounts.isWhole('tax')) return [];
  const sum = sumAmounts([...nets, ...taxes].map(first));
  // "1.250" may be read in two ways, which matters only where one net amount and one tax make the total.
  const sums =
    nets.length + taxes.length > 2
      ? [sum]
      : (nets[0]?.readings ?? []).flatMap((net) =>
          (taxes[0]?.readings ?? []).map((tax) => sumAmounts([net, tax])),
        );
  if (sums.flatMap((one) => listWithExtras(one, amounts)).some((one) => says(total, one))) return [];
  const parts = [...nets, ...taxes].map(
    ({ place, printed }) => `${toSentencePart(fieldLabel(place))} ${printed}`,
  );
  const places = [...nets, ...taxes].map(({ place }) => place);
  const isNetWrong = sumFaults.some(({ places: wrong }) => nets.some(({ place }) => wrong.includes(place)));
  return [
    {
      rule: 'taxes',
      places: isNetWrong ? [...places, total.place] : [total.place, ...places.toReversed()],
      says: `${capitalize(parts.join(' and '))} make ${amounts.write(sum, total.printed)}, but ${toSentencePart(fieldLabel(total.place))} says ${total.printed}.`,
    },
  ];
}

/** A tax is its rate of the net amount. Where no rate is known, it is at most the highest rate of its country. */
function checkRates({ checks, lines }: Subject, amounts: Amounts): readonly Fault[] {
  const [nets, taxes] = [amounts.of('net'), amounts.of('tax')];
  const faults = listPairs(amounts, nets, taxes, checks).flatMap(({ net, tax, rate, isRead }): Fault[] => {
    // Taxes may be rounded by line.
    const slack = isRead ? 1n : BigInt(Math.max(1, Math.ceil(lines.length / 2)));
    const places = tax.readings[0]?.places ?? 2;
    const fits = net.readings.some((base) => {
      const due = rounded(multiplyAmounts(base, rate), places);
      return tax.readings.some((one) => {
        const { units } = rounded(sumAmounts([one, minus(due)]), places);
        return (units < 0n ? -units : units) <= slack;
      });
    });
    if (fits) return [];
    const due = rounded(multiplyAmounts(first(net), rate), Math.max(places, amounts.decimals()));
    return [
      {
        rule: 'taxes',
        places: [tax.place, net.place],
        says: `${writeRate(rate)} % of ${net.printed} is ${amounts.write(due, tax.printed)}, but ${toSentencePart(fieldLabel(tax.place))} says ${tax.printed}.`,
      },
    ];
  });
  const [net, tax] = [nets[0], taxes[0]];
  const isAlone = nets.length === 1 && taxes.length === 1 && faults.length === 0;
  return isAlone && net !== undefined && tax !== undefined
    ? [...faults, ...checkHighestRate(amounts, net, tax)]
    : faults;
}

interface TaxedAmount {
  readonly net: Amount;
  readonly tax: Amount;
  /** As a share: 0.2 is 20 %. */
  readonly rate: ExactAmount;
  /** The readers found the rate on the document. */
  readonly isRead: boolean;
}

/** Pairs each tax whose rate is known with its net amount. */
function listPairs(
  amounts: Amounts,
  nets: readonly Amount[],
  taxes: readonly Amount[],
  checks: readonly string[],
): readonly TaxedAmount[] {
  const named = checks.flatMap((check): TaxedAmount[] => {
    const [, word = '', rate = '', base = ''] = rateInCheck.exec(check) ?? [];
    const tax = findNamed(amounts, word);
    const net = findNamed(amounts, base);
    const share = toShare(rate);
    return tax === undefined || net === undefined || share === null
      ? []
      : [{ net, tax, rate: share, isRead: true }];
  });
  const byName = taxes.flatMap((tax): TaxedAmount[] => {
    const rate = findRateInName(tax.place);
    const net = nets.find(({ place }) => findRateInName(place) === rate);
    const share = rate === null ? null : toShare(String(rate));
    return net === undefined || share === null ? [] : [{ net, tax, rate: share, isRead: false }];
  });
  const [stated] = amounts.of('tax rate');
  const share = stated === undefined ? null : toShare(stated.printed);
  const [net, tax] = [nets[0], taxes[0]];
  const isStated =
    share !== null && nets.length === 1 && taxes.length === 1 && net !== undefined && tax !== undefined;
  return [...named, ...byName, ...(isStated ? [{ net, tax, rate: share, isRead: false }] : [])];
}

/** The pipeline's own check names the rate that is printed: "Tax is 20 % of the subtotal". */
const rateInCheck = /^([^%]{1,60}?) is (\d{1,2}(?:[.,]\d{1,3})?) ?% of the ([^%]{1,60})$/i;

function findNamed(amounts: Amounts, words: string): Amount | undefined {
  return words === '' ? undefined : amounts.find(({ name }) => isNamed(name, words));
}

/** Returns 0.2 for "20" and "20 %"; null for what is no rate. */
function toShare(text: string): ExactAmount | null {
  const rate = exactAmount(text.slice(0, 20).replace(/ ?%$/, ''));
  if (rate === null || rate.units < 0n || rate.units > 100n * 10n ** BigInt(rate.places)) return null;
  return { units: rate.units, places: rate.places + 2 };
}

function writeRate({ units, places }: ExactAmount): string {
  return String(Number(units) / 10 ** (places - 2));
}

function checkHighestRate(amounts: Amounts, net: Amount, tax: Amount): readonly Fault[] {
  const [base, taxed] = [first(net), first(tax)];
  if (base.units === 0n || taxed.units === 0n) return [];
  const share = (Number(taxed.units) / 10 ** taxed.places / (Number(base.units) / 10 ** base.places)) * 100;
  const number = amounts.all().find(({ role }) => role === 'vat number')?.value ?? '';
  const country = number.trim().slice(0, 2).toUpperCase();
  const highest = highestRates.get(country);
  // A cent more may come of rounding by line.
  if (share >= 0 && share <= (highest ?? highestAnywhere) * 1.005 + 0.05) return [];
  const where = highest === undefined ? '' : ` of ${country}`;
  return [
    {
      rule: 'taxes',
      places: [tax.place, net.place],
      says:
        share < 0
          ? `${fieldLabel(tax.place)} ${tax.printed} and ${toSentencePart(fieldLabel(net.place))} ${net.printed} have different signs.`
          : `${fieldLabel(tax.place)} is ${share.toFixed(1)} % of ${toSentencePart(fieldLabel(net.place))}; the highest rate${where} is ${highest ?? highestAnywhere} %.`,
    },
  ];
}

/** Standard rates in 2026: https://europa.eu/youreurope/business/taxation/vat/vat-rules-rates/, and of CH, GB and NO. */
const highestRates = new Map(
  (
    'AT20 BE21 BG20 CH8.1 CY19 CZ21 DE19 DK25 EE24 EL24 ES21 FI25.5 FR20 GB20 HR25 HU27 IE23 IT22 LT21 LU17 LV21 ' +
    'MT18 NL21 NO25 PL23 PT23 RO21 SE25 SI22 SK23'
  )
    .split(' ')
    .map((country): [string, number] => [country.slice(0, 2), Number(country.slice(2))]),
);
const highestAnywhere = 27;

/** Three amounts of a form, such as costs less excess that make the amount claimed. */
function checkThree(amounts: Amounts): readonly Fault[] {
  return sumsOfThree.flatMap(([one, sign, other, whole]): Fault[] => {
    const [base, change, total] = [amounts.named(one), amounts.named(other), amounts.named(whole)];
    if (base === undefined || change === undefined || total === undefined) return [];
    const sums = base.readings.flatMap((from) =>
      change.readings.map((by) => sumAmounts([from, sign === 1 ? by : minus(by)])),
    );
    const [sum] = sums;
    if (sum === undefined || sums.some((due) => says(total, due))) return [];
    const [from, by, is] = [base, change, total].map(({ place }) => toSentencePart(fieldLabel(place)));
    return [
      {
        rule: 'taxes',
        places: [total.place, change.place, base.place],
        says: `${capitalize(`${from} ${base.printed}`)} ${sign === 1 ? 'and' : 'less'} ${by} ${change.printed} make ${amounts.write(sum, total.printed)}, but ${is} says ${total.printed}.`,
      },
    ];
  });
}
