import { percentile, rounded, type Bench } from '#scripts/bench-figure.ts';
import { buildSubject, checkDocument, noKnowledge } from '#shared/domain/review/rules.ts';
import { aReviewDocument, aReviewField, aReviewLine } from '#test/builders/a-review-document.ts';
import { judgeByRules, judgeByScore, listReviewedDocuments } from './judge-readings.ts';

/**
 * Judges the preselection with the sandbox's truth, before the rules (score only) and with them, and measures the time
 * of all checks of a document.
 */
export const bench: Bench = () => {
  const documents = listReviewedDocuments();
  const [before, after] = [judgeByScore(documents), judgeByRules(documents)];
  const n = documents.length;
  const share = (count: number, of: number): number => rounded((count / of) * 100);
  return Promise.resolve([
    {
      name: 'review.rules.wrongPreselected',
      value: share(after.wrongPreselected, after.disputed),
      unit: '%',
      better: 'lower',
      n: after.disputed,
      note: `of the fields whose readers differ; by score alone ${String(share(before.wrongPreselected, before.disputed))} %; nothing preselected for ${String(after.notPreselected)}`,
      bar: 16,
    },
    {
      name: 'review.rules.wrongApproved',
      value: rounded((after.wrongApproved / n) * 100),
      unit: 'values',
      better: 'lower',
      n,
      note: `wrong values in a hundred documents whose reviewer presses only Enter and one Ctrl+Enter; by score alone ${String(rounded((before.wrongApproved / n) * 100))}; with a second Ctrl+Enter ${String(rounded((after.wrongApprovedTwice / n) * 100))}`,
      bar: 20,
    },
    {
      name: 'review.rules.keys',
      value: after.keys,
      unit: 'keys',
      better: 'lower',
      n,
      note: `a document, by a careful reviewer, without the characters of typed values; by score alone ${String(before.keys)}`,
      bar: before.keys,
    },
    {
      name: 'review.rules.check.p50',
      value: rounded(percentile(timeChecks(), 0.5)),
      unit: 'ms',
      better: 'lower',
      n: rounds,
      note: 'all checks of a document of 40 fields and 100 lines after each key that is typed',
      bar: 1,
    },
  ]);
};

const rounds = 300;

function timeChecks(): readonly number[] {
  const types = [
    'money',
    'date',
    'iban',
    'vat',
    'text',
    'number',
    'enum:EUR|GBP',
    String.raw`/^[A-Z]{2}-\d+$/`,
  ];
  const document = aReviewDocument({
    fields: Array.from({ length: 40 }, (_, at) =>
      aReviewField(['subtotal', 'tax', 'total', 'invoiceDate', 'dueDate'][at] ?? `field${String(at)}`, {
        type: at < 3 ? 'money' : at < 5 ? 'date' : (types[at % types.length] ?? 'text'),
        value: at < 3 ? '1,000.00' : at < 5 ? '12 Nov 2026' : 'GB33 BUKB 2020 1555 5555 55',
      }),
    ),
    lines: Array.from({ length: 100 }, () => aReviewLine({ quantity: '1', unit: '10.00', amount: '10.00' })),
  });
  return Array.from({ length: rounds }, (_, at) => {
    const edits = { total: { kind: 'value', value: `1,00${String(at % 10)}.00` } } as const;
    const from = performance.now();
    checkDocument(buildSubject(document, edits), {}, noKnowledge);
    return performance.now() - from;
  });
}
