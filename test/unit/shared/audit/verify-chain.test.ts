import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifyChain, type ChainVerdict } from '#shared/audit/verify-chain.ts';
import { chainLines } from '#main/features/audit/audit-files.ts';
import { aChain, buildAnchor, sha256 } from '#test/builders/an-audit-chain.ts';

const bodies = (count: number, kind = 'intent') =>
  Array.from({ length: count }, (_, index) => ({ kind, reference: `ref-${index}` }));
const chain = aChain(bodies(8));
const verify = (lines: readonly string[], anchors = [buildAnchor(chain, 7)], torn = '') =>
  verifyChain(chainLines(Buffer.from(lines.map((line) => `${line}\n`).join('') + torn)), anchors, sha256);

describe('a chain', () => {
  it('verifies as written, and says up to where it is anchored', () => {
    expect(verify(chain)).toMatchObject({ entries: 8, intact: 8, fault: null, isTorn: false, unanchored: 0 });
    expect(
      verify(chain, [buildAnchor(chain, 2), buildAnchor(chain, 5), buildAnchor(chain, 0)]),
    ).toMatchObject({
      fault: null,
      anchored: { sequence: 5 },
      unanchored: 2,
    });
    expect(verify(chain, [])).toMatchObject({ fault: null, anchored: null, unanchored: 8 });
    expect(verify([], [])).toMatchObject({ entries: 0, fault: null, unanchored: 0 });
  });

  it('that ends in the middle of a line was interrupted, not tampered with', () => {
    const half = (chain[7] ?? '').slice(0, 40);
    expect(verify(chain.slice(0, 7), [buildAnchor(chain, 6)], half)).toMatchObject({
      entries: 7,
      intact: 7,
      fault: null,
      isTorn: true,
    });
  });

  it('that ends in the middle of an anchored line was cut', () => {
    const half = (chain[7] ?? '').slice(0, 40);
    expect(verify(chain.slice(0, 7), undefined, half).fault).toMatchObject({ kind: 'cut-short', line: 8 });
  });

  it.each([
    ['a line was changed', chain.with(2, (chain[2] ?? '').replace('ref-2', 'ref-x')), 'changed', 3],
    ['a line is something else', chain.with(2, 'something else'), 'no-entry', 3],
    ['a line is a list', chain.with(2, `[1],"hash":"${'a'.repeat(64)}"}`), 'no-entry', 3],
    ['a line was taken out', chain.toSpliced(2, 1), 'out-of-order', 3],
    ['a line was put in', chain.toSpliced(2, 0, chain[0] ?? ''), 'out-of-order', 3],
    ['two lines were exchanged', chain.with(2, chain[4] ?? '').with(4, chain[2] ?? ''), 'out-of-order', 3],
    ['it was cut off at its end', chain.slice(0, 5), 'cut-short', 6],
    ['it was emptied', [], 'cut-short', 1],
    ['it was rewritten', aChain(bodies(8, 'outcome')), 'rewritten', 8],
    ['it was rewritten, and longer', aChain(bodies(20, 'outcome')), 'rewritten', 8],
  ])('does not verify if %s, and says which line', (_what, lines, kind, line) => {
    expect(verify(lines).fault).toMatchObject({ kind, line });
    expect(verify(lines).intact).toBe(line - 1);
  });

  it('that is gone is missed if it was anchored', () => {
    const { fault } = verifyChain(null, [buildAnchor(chain, 7)], sha256);
    expect(fault).toMatchObject({ kind: 'missing', line: 1 });
    expect(fault?.says).toBe('The whole file is gone: its entry 8 was anchored at 2026-11-20T12:00:30.000Z.');
  });

  it('must have its lines as they were written, even if another spelling means the same', () => {
    const body = `{"sequence":0,"at":"then","previous":"${'0'.repeat(64)}"}`;
    const hashed = (text: string) => `${text.slice(0, -1)},"hash":"${sha256(text)}"}`;
    expect(verify([hashed(body)], []).fault).toBeNull();
    for (const same of [
      body.replace('{"', '{ "'),
      body.replace('then', 'th\\u0065n'),
      body.replace('"at"', '"at":"now","at"'),
      body.replace(':0,', ':0.0,'),
    ]) {
      expect(verify([hashed(same)], []).fault).toMatchObject({ kind: 'written-otherwise', line: 1 });
      expect(verify([same.replace(/}$/, (hashed(body).match(/,"hash".*/) ?? [''])[0])], []).fault?.line).toBe(
        1,
      );
    }
  });

  it('is reported by the earliest of its anchors that does not fit', () => {
    const changed = [...chain.slice(0, 3), ...aChain(bodies(8, 'outcome')).slice(3)];
    const anchors = [7, 5, 2].map((sequence) => buildAnchor(chain, sequence));
    expect(verify(changed, anchors)).toMatchObject({
      fault: { line: 4, kind: 'not-linked' },
      anchored: { sequence: 2 },
    });
    expect(verify(aChain(bodies(8, 'outcome')), anchors)).toMatchObject({
      fault: { line: 3, kind: 'rewritten' },
      anchored: null,
    });
  });
});

/** Lists the changes that a person with write access to the file can make, each at a random place. */
const tampering = {
  'a byte is changed': (lines, [at, to]) =>
    changeBytes(lines, (bytes) => {
      const place = at % bytes.length;
      bytes.writeUInt8(bytes.readUInt8(place) ^ ((to % 255) + 1), place);
    }),
  'a byte is taken out': (lines, [at]) => {
    const bytes = Buffer.from(joinLines(lines));
    return Buffer.concat([bytes.subarray(0, at % bytes.length), bytes.subarray((at % bytes.length) + 1)]);
  },
  'a line is taken out': (lines, [at]) => joinLines(lines.toSpliced(at % lines.length, 1)),
  'two lines are exchanged': (lines, [at, by]) => {
    const [one, other] = [at % lines.length, (at + 1 + (by % (lines.length - 1))) % lines.length];
    return joinLines(lines.with(one, lines[other] ?? '').with(other, lines[one] ?? ''));
  },
  'a line is put twice': (lines, [at, to]) =>
    joinLines(lines.toSpliced(to % (lines.length + 1), 0, lines[at % lines.length] ?? '')),
  'the end is cut off': (lines, [by]) => joinLines(lines.slice(0, lines.length - 1 - (by % lines.length))),
  'the file is taken away': () => null,
  'all of it is rewritten with new hashes': (lines, [at, by]) =>
    joinLines(rewritten(lines, at % lines.length, by)),
} as const satisfies Record<
  string,
  (lines: readonly string[], dice: readonly [number, number]) => string | Buffer | null
>;

const runs = 2_000;

describe('tampering with an anchored chain is detected', () => {
  const made = fc.array(
    fc.record({ kind: fc.constantFrom('intent', 'outcome'), ids: fc.dictionary(fc.string(), fc.string()) }),
    { minLength: 2, maxLength: 24 },
  );
  const dice = fc.tuple(fc.nat(), fc.nat());

  it.each(Object.keys(tampering) as (keyof typeof tampering)[])(
    `${runs} times of ${runs}, when %s`,
    (kind) => {
      let shown = 0;
      fc.assert(
        fc.property(made, dice, fc.boolean(), (written, thrown, hasMore) => {
          const lines = aChain(written);
          const anchors = [buildAnchor(lines, lines.length - 1), ...(hasMore ? [buildAnchor(lines, 0)] : [])];
          const changed = tampering[kind](lines, thrown);
          const bytes = changed === null ? null : chainLines(Buffer.from(changed));
          expect(verifyChain(chainLines(Buffer.from(joinLines(lines))), anchors, sha256).fault).toBeNull();
          expect(verifyChain(bytes, anchors, sha256).fault).not.toBeNull();
          shown += 1;
        }),
        { numRuns: runs },
      );
      expect(shown).toBe(runs);
    },
  );

  it('before the anchor and not after it: later lines may be cut off unnoticed, and the report says so', () => {
    fc.assert(
      fc.property(made, dice, (written, [at, by]) => {
        const lines = aChain(written);
        const sequence = at % lines.length;
        const kept = lines.slice(0, 1 + (by % lines.length));
        const verdict: ChainVerdict = verifyChain(
          chainLines(Buffer.from(joinLines(kept))),
          [buildAnchor(lines, sequence)],
          sha256,
        );
        const isCut = kept.length <= sequence;
        expect(verdict.fault?.kind ?? null).toBe(isCut ? 'cut-short' : null);
        if (!isCut) expect(verdict.unanchored).toBe(kept.length - sequence - 1);
      }),
      { numRuns: runs },
    );
  });
});

function joinLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

function changeBytes(lines: readonly string[], change: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.from(joinLines(lines));
  change(bytes);
  return bytes;
}

/**
 * Computes every hash again after a changed line, so that the new chain is sound when it is checked alone.
 */
function rewritten(lines: readonly string[], from: number, salt: number): string[] {
  const read = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return aChain(
    read.map(({ sequence: _sequence, at: _at, previous: _previous, hash: _hash, ...body }, index) =>
      index === from ? { ...body, reference: `ref-${salt}` } : body,
    ),
  );
}
