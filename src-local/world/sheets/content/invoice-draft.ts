import type { Randomness } from '../../randomness.ts';
import { companyFor } from './companies.ts';
import type { Draft } from './contents.ts';
import { digits } from './countries.ts';
import { linesOf } from './lines-of.ts';
import { initialsOf } from './recipients.ts';
import type { Sitting } from './sitting.ts';
import { writtenAmount, writtenDay, writtenRate } from './written.ts';

export function invoiceDraft({ recipe, about, lineCount, day }: Sitting, dice: Randomness): Draft {
  const company = companyFor(about, dice);
  const { country } = company;
  const { separators, tax } = country;
  const { lines, sum } = linesOf(dice, about, lineCount, { isWeighed: false, separators });
  const taxed = Math.round((sum * tax.perMille) / 1_000);
  const days = [14, 30, 30, 45, 60][dice.integer(5)] ?? 30;
  const number = `${company.initials}-${digits(dice, 5)}`;
  const money = (amount: number): string => writtenAmount(amount, 2, separators);
  return {
    title: 'INVOICE',
    number,
    values: {
      supplier: company.name,
      customer: recipe.recipient,
      invoiceNumber: number,
      invoiceDate: writtenDay(day, country.dates),
      dueDate: writtenDay(day + days, country.dates),
      purchaseOrder: `${initialsOf(recipe.recipient)}-${digits(dice, 5)}`,
      vatNumber: country.taxNumber(dice),
      currency: country.currency,
      subtotal: money(sum),
      tax: money(taxed),
      total: money(sum + taxed),
      iban: country.account(dice),
    },
    labels: {
      tax: `${tax.name} ${writtenRate(tax.perMille, separators)}`,
      total: `Total due, ${country.sign}`,
      vatNumber: tax.numberLabel,
    },
    columns: ['Description', 'Qty', `Unit, ${country.sign}`, `Amount, ${country.sign}`],
    lines,
    issuer: {
      name: 'supplier',
      text: company.name,
      address: `${company.address}, ${country.name}`,
      mark: company.mark,
      ink: company.ink,
    },
    foot: {
      heading: 'Payment',
      entries: [{ label: 'Terms', value: `${days} days net, please quote ${number} with your payment` }],
    },
    note: `Registered under ${digits(dice, 8)}. Questions about this invoice within seven days of its receipt, please.`,
    places: 2,
    separators,
    taxPerMille: tax.perMille,
  };
}
