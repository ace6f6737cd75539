import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import { reviewRules, reviewSystem } from '#shared/catalogue/review/review-system.ts';
import { readSystem } from '#shared/catalogue/loading/system-schema.ts';

function ofFile(name: string) {
  const file = new URL(`../../../../fixtures/catalogues/${name}.json`, import.meta.url);
  const read = readSystem(JSON.parse(readFileSync(file, 'utf8')));
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return reviewSystem(read.system);
}

const high = (findings: ReturnType<typeof reviewSystem>) =>
  findings.filter(({ severity }) => severity === 'high').map(({ rule, at }) => ({ rule, at }));

describe('the review of the systems we have', () => {
  it('finds the hot index of downloads, and points to the index by batch', () => {
    const findings = reviewSystem(catalogue.downloads);
    expect(high(findings)).toEqual([{ rule: 'hot-partition-key', at: 'downloads.jobs.StatusIndex' }]);
    expect(findings[0]?.remedy).toMatch(/^Where batchId is known, query the existing BatchIndex/);
  });

  it('finds that StatusIndex of downloads keeps finished items, and nothing against BatchIndex', () => {
    const places = reviewSystem(catalogue.downloads)
      .filter(({ rule }) => rule === 'index-not-sparse')
      .map(({ at }) => at);
    expect(places).toEqual(['downloads.jobs.StatusIndex']);
  });

  it.each(['extraction', 'funds', 'hr'] as const)('finds nothing high in %s', (name) => {
    expect(high(reviewSystem(catalogue[name]))).toEqual([]);
  });

  it('describes extraction correctly: a directory under one key, an index by batch alone, large documents, no batches by time', () => {
    const findings = reviewSystem(catalogue.extraction).map(
      ({ rule, severity, at }) => `${severity} ${rule} ${at}`,
    );
    expect(findings).toEqual([
      'medium no-list-by-time extraction.batchesOfProject',
      'medium item-near-400kb extraction.Document',
      'medium item-near-400kb extraction.RememberedRequest',
      'low hot-partition-key extraction.main',
      'low tenant-missing-from-key extraction.main.GSI1',
      'low tenant-missing-from-key extraction.main.GSI1',
      'low tenant-missing-from-key extraction.main.GSI1',
      'low tenant-missing-from-key extraction.main.GSI3',
      'low tenant-missing-from-key extraction.main.GSI3',
    ]);
  });

  it('finds both anti-patterns of the fund source', () => {
    expect(high(ofFile('funds-hot-index'))).toEqual([
      { rule: 'hot-partition-key', at: 'funds-hot-index.main.GSI_Latest' },
    ]);
    expect(high(ofFile('funds-split-documents'))).toEqual([
      { rule: 'related-entities-apart', at: 'funds-split-documents.main' },
    ]);
  });
});

describe('a review', () => {
  it('puts the worst first', () => {
    const order = ['high', 'medium', 'low'];
    const severities = reviewSystem(catalogue.downloads).map(({ severity }) => order.indexOf(severity));
    expect(severities).toEqual(severities.toSorted((one, other) => one - other));
  });

  it('says what, why and what to do about every finding, in sentences', () => {
    for (const system of Object.values(catalogue)) {
      for (const { says, why, remedy } of reviewSystem(system)) {
        for (const text of [says, why, remedy]) expect(text).toMatch(/^[A-Z{].*\.$/s);
      }
    }
  });

  it('names each rule once', () => {
    const names = reviewRules.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('copes with names that every object has', () => {
    const hostile = JSON.parse(
      '{"__proto__": {"table": "main", "keys": {"PK": "{constructor}", "SK": "{toString}"}, "attributes": {}}}',
    );
    const tables = {
      main: { name: 't', partition: { name: 'PK', type: 'S' }, sort: { name: 'SK', type: 'S' } },
    } as const;
    const system = {
      id: 'odd',
      name: 'Odd',
      about: '',
      tables,
      entities: hostile,
      patterns: {},
      parameters: {},
    };
    expect(reviewSystem(system, JSON.parse('{"__proto__": [{}], "constructor": []}'))).toEqual([]);
  });
});
