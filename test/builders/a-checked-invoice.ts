import type { Finding, Knowledge, Weights } from '#shared/contract/review-rules.ts';
import { checkDocument, noKnowledge, type Subject } from '#shared/domain/review/rules.ts';

/** A whole invoice in which everything is right. `values` are "name:type" with the value. */
export const checkedInvoice: Readonly<Record<string, string | null>> = {
  'supplier:text': 'Spedition Albrecht Söhne GmbH',
  'customer:text': 'Northwind Logistics',
  'invoiceNumber:text': 'SAS-20417',
  'invoiceDate:date': '12.11.2026',
  'dueDate:date': '12.12.2026',
  'vatNumber:vat': 'DE136695976',
  'currency:enum:EUR|GBP': 'EUR',
  'subtotal:money': '1.000,00',
  'tax:money': '190,00',
  'total:money': '1.190,00',
  'iban:iban': 'DE89 3704 0044 0532 0130 00',
};

interface Asked {
  readonly lines?: Subject['lines'];
  readonly checks?: readonly string[];
  readonly weights?: Weights;
  readonly knowledge?: Partial<Knowledge>;
  readonly knowsEarlier?: boolean;
}

/** Checks this invoice with some other values, keyed by name and type. */
export function checkInvoice(
  values: Readonly<Record<string, string | null>>,
  asked: Asked = {},
): readonly Finding[] {
  const fields = Object.entries({ ...checkedInvoice, ...values }).map(([key, value]) => {
    const [name = '', ...type] = key.split(':');
    return { name, type: type.join(':'), value };
  });
  const { lines = [], checks = [], weights = {}, knowledge = {}, knowsEarlier = true } = asked;
  return checkDocument({ fields, lines, checks, knowsEarlier }, weights, {
    ...noKnowledge,
    ...knowledge,
  });
}

export const aLine = (quantity: string, unit: string, amount: string) => ({
  description: '',
  quantity,
  unit,
  amount,
});
