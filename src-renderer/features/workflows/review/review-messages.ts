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

/** Each weight makes an approval take this. */
export const weightTexts: Readonly<Record<RuleWeight, string>> = {
  off: 'Not checked.',
  note: 'Shown to the reviewer.',
  warn: 'Approving takes a second Ctrl+Enter.',
  stop: 'Approving takes a reason.',
  'stop for two': 'Approving takes a reason and a second person.',
};

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

/** The sentences of a workflow's settings of review. */
export const messages = {
  rules: 'Rules',
  rulesHint: 'checked while a reviewer types, and again when a document is approved',
  usual: '(usual)',
  usualIs: (weight: string): string => `(usual: ${weight})`,
  order: 'Order of review',
  due: 'Due after',
  dueHint: 'Hours that a document may wait for review. If empty, each console uses its own setting.',
  dueWrong: 'Enter a whole number of hours from 1 to 720.',
  dueText: (hours: string): string => (hours === '' ? 'not set' : `${hours} h`),
  priority: 'Priority',
  priorityHint: 'High comes first for all reviewers, low last.',
  priorities: { high: 'High', normal: 'Normal', low: 'Low' },
  customer: 'Customer',
  customerHint: 'how documents address this tenant; without any, the customer is not checked',
  names: 'Names',
  namesHint: 'One a line. Capitals, accents and legal forms make no difference.',
  namesWrong: 'At most 20 names of 200 characters each.',
  vatNumbers: 'VAT numbers',
  vatNumbersHint: 'One a line.',
  vatNumbersWrong: 'At most 20 VAT numbers of 64 characters each.',
  none: 'none',
  side: {
    which: 'Affected documents',
    whichText:
      'All documents of this workflow from now on, also those that wait for review. Past decisions stay.',
    savedDetail: 'The rules apply from now on.',
  },
};
