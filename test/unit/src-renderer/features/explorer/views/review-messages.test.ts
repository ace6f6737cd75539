import { describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { Finding } from '#shared/catalogue/review/finding.ts';
import { reviewRules, reviewSystem } from '#shared/catalogue/review/review-system.ts';
import {
  formatFinding,
  groupFindings,
  describeReviewed,
  describeRule,
  listSeverityOptions,
  listSilentRules,
  describeVerdict,
} from '#renderer/features/explorer/views/schema-review-messages.ts';

function finding(severity: Finding['severity'], rule = 'hot-partition-key'): Finding {
  return { rule, severity, at: 'team.main', says: 'It is so.', why: 'It matters.', remedy: 'Do this.' };
}

describe('the texts of a review', () => {
  it('group findings by severity, the worst first, without empty groups', () => {
    const groups = groupFindings([finding('low'), finding('high'), finding('low')]);
    expect(groups.map(({ title, of }) => `${title} ${String(of.length)}`)).toEqual(['High 1', 'Low 2']);
  });

  it('say that no finding is high', () => {
    expect(describeVerdict(reviewSystem(catalogue.hr), 'all')).toMatchObject({ isGood: true });
    expect(describeVerdict([finding('low')], 'all')).toEqual({
      isGood: true,
      words: 'No high findings.',
    });
    expect(describeVerdict([], 'all')).toEqual({ isGood: true, words: 'No findings.' });
    expect(describeVerdict([finding('high')], 'medium')).toEqual({
      isGood: true,
      words: 'No medium findings.',
    });
    expect(describeVerdict(reviewSystem(catalogue.downloads), 'all')).toEqual({
      isGood: false,
      words: '1 high finding. Fix it first.',
    });
  });

  it('count in the filter', () => {
    expect(listSeverityOptions([finding('low'), finding('high')]).map(({ label }) => label)).toEqual([
      'All 2',
      'High 1',
      'Medium 0',
      'Low 1',
    ]);
  });

  it('say which items were reviewed', () => {
    expect(describeReviewed('Acme HR', {})).toBe('Acme HR, as declared; no items were read yet');
    expect(describeReviewed('Acme HR', { main: [{}], other: [{}, {}] })).toBe(
      'Acme HR, as declared and over 3 items read',
    );
  });

  it('name the rules without findings, and each rule has its own sentence', () => {
    const silent = listSilentRules(reviewRules, [finding('low')]);
    expect(silent).toHaveLength(reviewRules.length - 1);
    expect(silent.map(({ name }) => name)).not.toContain('hot-partition-key');
    expect(silent.find(({ name }) => name === 'item-near-400kb')?.needsItems).toBe(true);
    const sentences = reviewRules.map(({ name }) => describeRule(name));
    expect(new Set(sentences).size).toBe(reviewRules.length);
    for (const { name } of reviewRules) {
      expect(describeRule(name).toLowerCase(), name).not.toBe(`${name.replaceAll('-', ' ')}.`);
    }
  });

  it('copy a finding as text', () => {
    expect(formatFinding(finding('high'))).toBe(
      'High: It is so.\nAt team.main (hot-partition-key)\nWhy: It matters.\nRemedy: Do this.',
    );
  });

  it('give the price of a remedy with its price book', () => {
    const [advice] = reviewSystem(catalogue.extraction);
    if (advice === undefined) throw new Error('Nothing was found.');
    expect(formatFinding(advice)).toMatch(
      /Price: at most \$0\.0098 a day in extra writes \(us-east-1 list, since 1 Nov 2024, on demand\): 15,650 items written a day/,
    );
  });
});
