import type { Randomness } from '../../randomness.ts';
import { companyFor, foreignCompany } from './companies.ts';
import type { Draft, Sitting } from './contents.ts';
import { digits } from './countries.ts';
import { goodsFor } from './goods.ts';
import { linesOf } from './lines-of.ts';
import { initialsOf } from './recipients.ts';
import { filled, writtenAmount, writtenDay, writtenRate } from './written.ts';

export function invoiceDraft(sitting: Sitting, dice: Randomness): Draft {
  const { recipe, about, lineCount, day, language, say } = sitting;
  const company = language ? foreignCompany(language.country, dice) : companyFor(recipe.kind, about, dice);
  const { country } = company;
  const { separators, tax } = country;
  const { lines, sum } = linesOf(dice, goodsFor(about, country, language), lineCount, 2, separators);
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
      purchaseOrder: `${initialsOf(recipe.recipient)}-${digits(dice, 5)}`,
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
    note: filled(say(note), company.registered),
    places: 2,
    separators,
    taxPerMille: tax.perMille,
  };
}

const terms = '# days net, please quote # with your payment';
const note = 'Registered under #. Questions about this invoice within seven days of its receipt, please.';
