import type { RuleWeight } from '#shared/contract/review-rules.ts';

/** Each weight makes an approval take this. */
export const weightTexts: Readonly<Record<RuleWeight, string>> = {
  off: 'Not checked.',
  note: 'Shown to the reviewer.',
  warn: 'Approving takes a second Ctrl+Enter.',
  stop: 'Approving takes a reason.',
  'stop for two': 'Approving takes a reason and a second person.',
};

/** The sentences of a workflow's settings of review. */
export const messages = {
  rules: 'Rules',
  rulesHint: 'checked while a reviewer types, and again when a document is approved',
  proposed: 'proposed',
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
