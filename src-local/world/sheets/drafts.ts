import type { Randomness } from '../randomness.ts';
import { pickCompanyFor, pickForeignCompany, formatInitials, pickPerson, pick } from './parties.ts';
import type { Draft, Sitting, PrintedLine } from './contents.ts';
import { digits, type Country } from './countries.ts';
import { listGoods, weighedGoodsFor, type Goods } from './goods.ts';
import { filled, writtenAmount, writtenDay, writtenRate } from './written.ts';

export function invoiceDraft(sitting: Sitting, dice: Randomness): Draft {
  const { recipe, about, lineCount, day, language, say } = sitting;
  const company = language
    ? pickForeignCompany(language.country, dice)
    : pickCompanyFor(recipe.kind, about, dice);
  const { country } = company;
  const { separators, tax } = country;
  const { lines, sum } = draftLines(dice, listGoods(about, country, language), lineCount, 2, separators);
  const taxed = Math.round((sum * tax.perMille) / 1_000);
  const days = [14, 30, 30, 45, 60][dice.integer(5)] ?? 30;
  const number = `${company.initials}-${digits(dice, 5)}`;
  const money = (amount: number): string => writtenAmount(amount, 2, separators);
  return {
    title: say('INVOICE'),
    number,
    values: {
      supplier: company.name,
      customer: recipe.recipient,
      invoiceNumber: number,
      invoiceDate: writtenDay(day, country.dates),
      dueDate: writtenDay(day + days, country.dates),
      purchaseOrder: `${formatInitials(recipe.recipient)}-${digits(dice, 5)}`,
      vatNumber: company.taxNumber,
      currency: country.currency,
      subtotal: money(sum),
      tax: money(taxed),
      total: money(sum + taxed),
      iban: company.account,
    },
    labels: {
      tax: `${tax.name} ${writtenRate(tax.perMille, separators)}`,
      total: `${say('Total due')}, ${country.sign}`,
      vatNumber: say(tax.numberLabel),
    },
    columns: [
      say('Description'),
      say('Qty'),
      `${say('Unit')}, ${country.sign}`,
      `${say('Amount')}, ${country.sign}`,
    ],
    lines,
    issuer: {
      name: 'supplier',
      text: company.name,
      address: company.address,
      mark: company.mark,
      ink: company.ink,
    },
    foot: {
      heading: say('Payment'),
      entries: [{ label: say('Terms'), value: filled(say(terms), String(days), number) }],
    },
    note: filled(say(invoiceNote), company.registered),
    places: 2,
    separators,
    taxPerMille: tax.perMille,
  };
}

const terms = '# days net, please quote # with your payment';
const invoiceNote =
  'Registered under #. Questions about this invoice within seven days of its receipt, please.';

export function deliveryDraft(sitting: Sitting, dice: Randomness): Draft {
  const { recipe, about, lineCount, day, language, say } = sitting;
  const company = language
    ? pickForeignCompany(language.country, dice)
    : pickCompanyFor(recipe.kind, about, dice);
  const [carrier, vehicles] = carriers[dice.integer(carriers.length)] ?? carriers[0];
  const { country } = company;
  const { separators } = country;
  const { lines, sum, pieces } = draftLines(dice, weighedGoodsFor(about, language), lineCount, 1, separators);
  const packaging = Math.round(sum * (0.03 + dice.unit() * 0.05)) + 1;
  const number = `${company.initials}-D${digits(dice, 6)}`;
  const weight = (tenths: number): string => writtenAmount(tenths, 1, separators);
  return {
    title: say('DELIVERY NOTE'),
    number,
    values: {
      supplier: company.name,
      customer: recipe.recipient,
      deliveryNumber: number,
      deliveryDate: writtenDay(day, country.dates),
      orderNumber: `${formatInitials(recipe.recipient)}-${digits(dice, 5)}`,
      orderDate: writtenDay(day - 2 - dice.integer(9), country.dates),
      carrier,
      packages: String(pieces),
      netWeight: weight(sum),
      packagingWeight: weight(packaging),
      grossWeight: weight(sum + packaging),
    },
    labels: {
      netWeight: say('Net weight, kg'),
      packagingWeight: say('Packaging, kg'),
      grossWeight: say('Gross weight, kg'),
    },
    columns: [say('Article'), say('Packages'), say('Each, kg'), say('Weight, kg')],
    lines,
    issuer: {
      name: 'supplier',
      text: company.name,
      address: company.address,
      mark: company.mark,
      ink: company.ink,
    },
    foot: {
      heading: say('Received in good order'),
      entries: [
        { label: say('Vehicle'), value: pick(dice, vehicles) },
        { label: say('Driver'), value: pickPerson(dice) },
      ],
    },
    note: say(deliveryTerms),
    signature: pickPerson(dice),
    places: 1,
    separators,
  };
}

const deliveryTerms =
  'Goods remain ours until they are paid for. Damage is to be noted here before the driver leaves.';
/** Each carrier has some of its vehicles. */
const carriers = [
  ['Pelham Haulage', ['KX26 TNB', 'KX25 LRO', 'KW74 DHE']],
  ['Nordweg Spedition', ['HH-NW 418', 'HH-NW 552', 'HB-NS 207']],
  ['Transports Vasseur', ['GD-415-TV', 'GK-082-TV', 'FX-731-VR']],
  ['Kade & Zoon', ['V-38-TLB', 'V-91-KZN', '62-BKD-4']],
  ['Dunmore Transport', ['261-D-5318', '252-KE-740', '241-C-9926']],
] as const;

export interface AddedLines {
  readonly lines: readonly PrintedLine[];
  readonly sum: number;
  /** The sum of all quantities. */
  readonly pieces: number;
  /** The goods on the first line. */
  readonly first: Goods | undefined;
}

/** Each amount is its quantity times its unit, to the cent, and they add up to `sum`. */
export function draftLines(
  dice: Randomness,
  goods: readonly Goods[],
  count: number,
  places: 1 | 2,
  separators: Country['separators'],
): AddedLines {
  // A price does not change within a document.
  const units = goods.map(({ unit }) => between(dice, unit));
  const lines: PrintedLine[] = [];
  let [sum, pieces] = [0, 0];
  let first: Goods | undefined;
  while (lines.length < count) {
    // Some of the list or all of it, in its own order, as often as there is room.
    let wanted = Math.min(count - lines.length, goods.length);
    for (let at = 0; wanted > 0; at += 1) {
      const one = goods[at];
      if (!one) break;
      if (dice.unit() * (goods.length - at) >= wanted) continue;
      wanted -= 1;
      first ??= one;
      const unit = units[at] ?? 0;
      const quantity = between(dice, one.quantity);
      sum += quantity * unit;
      pieces += quantity;
      lines.push({
        description: one.description,
        quantity: String(quantity),
        unit: writtenAmount(unit, places, separators),
        amount: writtenAmount(quantity * unit, places, separators),
      });
    }
  }
  return { lines, sum, pieces, first };
}

/** Prices end in 0 or 5 as they do. */
function between(dice: Randomness, [from, to]: Goods['unit']): number {
  const value = from + dice.integer(to - from + 1);
  return to > 1_000 ? Math.round(value / 5) * 5 : value;
}
