import { describe, expect, it } from 'vitest';
import { findUnusualCost, type DocumentsOfDay } from '#shared/pricing/unusual-cost.ts';
import { aDay, seededDraws, toDay } from './simulated-costs.ts';

const began = Date.UTC(2025, 0, 6);

/** A working week of documents whose single costs differ by a factor of two. */
function drawDays(seed: number, days: number, documentsADay: number, dearer: (at: number) => number) {
  const { normal } = seededDraws(seed);
  return Array.from({ length: days }, (_, at): DocumentsOfDay => {
    const weekday = new Date(began + at * aDay).getUTCDay();
    const documents = Math.round(documentsADay * (weekday % 6 === 0 ? 0.3 : 1.2) * Math.exp(0.3 * normal()));
    let usd = 0;
    for (let one = 0; one < documents; one += 1) usd += 0.02 * dearer(at) * Math.exp(0.7 * normal());
    return { day: toDay(began + at * aDay), documents, usd };
  });
}

describe('an unusual cost of a document', () => {
  it('is found wrongly less than once in two years of a workflow', () => {
    let [wrong, years] = [0, 0];
    for (const documentsADay of [25, 100, 400]) {
      for (let seed = 0; seed < 15; seed += 1) {
        const days = drawDays(seed * 101 + documentsADay, 365 + 28, documentsADay, () => 1);
        let isOpen = false;
        for (let at = 28; at < days.length; at += 1) {
          const found = findUnusualCost(days.slice(Math.max(0, at - 44), at + 1));
          if (found !== null && !isOpen) wrong += 1;
          isOpen = found !== null;
        }
        years += 1;
      }
    }
    // docs/reliability.md publishes the figures of 60 years each.
    expect(wrong / years).toBeLessThan(0.5);
  }, 60_000);

  it.each([
    [100, 1.5, 0.6],
    [400, 1.3, 0.8],
    [400, 2, 0.99],
  ])(
    'is found within a week with %i documents a day that cost %f times as much',
    (documents, factor, share) => {
      let [found, right] = [0, 0];
      for (let seed = 0; seed < 60; seed += 1) {
        const days = drawDays(seed * 77 + documents, 52, documents, (at) => (at < 45 ? 1 : factor));
        for (let at = 45; at < 52; at += 1) {
          const one = findUnusualCost(days.slice(0, at + 1));
          if (one === null) continue;
          found += 1;
          if (Math.abs(Date.parse(one.since) - began - 45 * aDay) <= 2 * aDay) right += 1;
          break;
        }
      }
      expect(found / 60).toBeGreaterThanOrEqual(share);
      expect(right / found).toBeGreaterThanOrEqual(0.8);
    },
  );

  it('needs enough documents and enough days, and names the day it began', () => {
    const days = (each: (at: number) => number, documents = 50) =>
      Array.from({ length: 30 }, (_, at) => ({
        day: toDay(began + at * aDay),
        documents,
        usd: documents * each(at),
      }));
    expect(findUnusualCost(days(() => 0.02))).toBeNull();
    expect(findUnusualCost(days((at) => (at < 27 ? 0.02 : 0.04), 19))).toBeNull();
    expect(findUnusualCost(days((at) => (at < 5 ? 0.02 : 0.04)).slice(0, 8))).toBeNull();
    expect(findUnusualCost(days((at) => (at < 27 ? 0.02 : 0.04)))).toMatchObject({
      since: toDay(began + 27 * aDay),
      isDearer: true,
      documents: 150,
      each: expect.closeTo(0.04),
      usual: expect.closeTo(0.02),
      more: expect.closeTo(3),
    });
    expect(findUnusualCost(days((at) => (at < 27 ? 0.02 : 0.01)))).toMatchObject({ isDearer: false });
  });
});
