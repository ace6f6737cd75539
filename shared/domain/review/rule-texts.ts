import type { RuleName, RuleWeight } from '#shared/contract/review-rules.ts';

export const weightOptions = [
  { value: 'off', label: 'Off' },
  { value: 'note', label: 'Note' },
  { value: 'warn', label: 'Warn' },
  { value: 'stop', label: 'Stop' },
  { value: 'stop for two', label: 'Stop for two' },
] as const satisfies readonly { readonly value: RuleWeight; readonly label: string }[];

export function formatWeight(weight: RuleWeight): string {
  return weightOptions.find(({ value }) => value === weight)?.label ?? weight;
}

export const ruleTexts: Readonly<Record<RuleName, { readonly title: string; readonly checks: string }>> = {
  iban: { title: 'IBAN', checks: 'It has the length and the check digits of its country.' },
  'vat number': { title: 'VAT number', checks: 'It has the form and the check digits of its country.' },
  'date exists': { title: 'Date exists', checks: 'No 31 November.' },
  'date order': { title: 'Order of dates', checks: 'A document is not due before its own date.' },
  'date span': {
    title: 'Plausible dates',
    checks: 'Dates lie near the day on which the document arrived.',
  },
  currency: { title: 'Currency', checks: 'All amounts are in the currency that the document names.' },
  'line amount': { title: 'Amounts of lines', checks: 'Quantity times unit price is the amount.' },
  'sum of lines': { title: 'Sum of lines', checks: 'The lines add up to the field that says so.' },
  taxes: { title: 'Taxes', checks: 'Net amount, tax and total agree.' },
  customer: { title: 'Customer', checks: 'The document is addressed to this tenant.' },
  format: { title: 'Format', checks: 'A value has the type that the schema asks for.' },
  missing: { title: 'Missing field', checks: 'Each field of the schema has a value.' },
  duplicate: {
    title: 'Duplicate',
    checks: 'The supplier, number and amount were not accepted before.',
  },
  supplier: {
    title: 'Supplier',
    checks: 'The supplier is on the list. Another bank account than the listed one always stops.',
  },
  'purchase order': {
    title: 'Purchase order',
    checks: 'The order is on the list and belongs to this supplier.',
  },
};
