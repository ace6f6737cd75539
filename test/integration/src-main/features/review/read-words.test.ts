import { PutObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { buildWordsKey, formatWordFile, mostBytesOfWords } from '#shared/domain/review/stored-words.ts';
import type { ReviewKey } from '#shared/contract/review-document.ts';
import { sandboxPersonas } from '#shared/sandbox/personas.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aReviewDesk, type ReviewDesk } from './a-review-desk.ts';

const { documentsBucket: Bucket } = namesByConvention('sandbox').extraction;

async function askFor(desk: ReviewDesk, key: ReviewKey) {
  return valueOf(await desk.call('review.words', key)).words;
}

/** Finds a waiting document whose words are stored, and one without. */
async function findBoth(desk: ReviewDesk): Promise<{ readonly scan: ReviewKey; readonly other: ReviewKey }> {
  const keys = await desk.waiting('alder-finch', 12);
  let [scan, other]: (ReviewKey | undefined)[] = [];
  for (const key of keys) {
    if ((await askFor(desk, key)) === null) other ??= key;
    else scan ??= key;
    if (scan && other) return { scan, other };
  }
  throw new Error('The first documents are all of one kind.');
}

describe('the words of a document', { timeout: 60_000 }, () => {
  it('of a scan are those of its values, in their places; without any there is null', async () => {
    const desk = await aReviewDesk();
    const { scan, other } = await findBoth(desk);
    const words = (await askFor(desk, scan)) ?? [];
    const { fields } = await desk.read(scan);
    let found = 0;
    for (const { value, page, box, readings } of fields) {
      if (value === null || box === null) continue;
      const [left, top, width, height] = box;
      const within = words.filter(({ page: on, box: [x, y, wide, high] }) => {
        const [middleX, middleY] = [x + wide / 2, y + high / 2];
        return (
          on === page && middleX > left && middleX < left + width && middleY > top && middleY < top + height
        );
      });
      const textract = readings.find(({ reader }) => reader === 'textract');
      expect(within.map(({ text }) => text).join(' ')).toBe(textract?.value ?? value);
      found += 1;
    }
    expect(found).toBeGreaterThan(3);
    expect(await askFor(desk, other)).toBeNull();
  });

  it('are read by the key of the document, and only what the pipeline has written is believed', async () => {
    const desk = await aReviewDesk();
    const { other } = await findBoth(desk);
    const put = (Body: string): Promise<unknown> =>
      desk.world.s3.send(new PutObjectCommand({ Bucket, Key: buildWordsKey(other), Body }));
    const word = { text: 'Total', page: 1, box: [0.1, 0.2, 0.05, 0.01] as const, confidence: 0.98 };
    await put(formatWordFile([word]));
    expect(await askFor(desk, other)).toEqual([{ text: 'Total', page: 1, box: [0.1, 0.2, 0.05, 0.01] }]);
    await put('{"version":1,"words":[["Total"]]}');
    expect(await askFor(desk, other)).toBeNull();
    await put(' '.repeat(mostBytesOfWords + 1));
    expect(await desk.call('review.words', other)).toMatchObject({ failure: { code: 'file-too-large' } });
    const gone = { ...other, documentId: 'doc-that-is-not-there' };
    expect(await desk.call('review.words', gone)).toMatchObject({ failure: { code: 'not-found' } });
  });

  it('of another tenant are refused before anything is read', async () => {
    const desk = await aReviewDesk();
    const [key] = await desk.waiting('alder-finch');
    if (key === undefined) throw new Error('Nothing waiting');
    const other = sandboxPersonas.find(({ id }) => id === 'support-northwind');
    if (other === undefined) throw new Error('There is no such persona');
    desk.be({ ...other, role: 'reviewer', tenants: ['northwind'] });
    desk.sent.splice(0);
    expect(await desk.call('review.words', key)).toMatchObject({
      failure: { code: 'tenant-out-of-scope', tenantId: 'alder-finch' },
    });
    expect(desk.sent).toEqual([]);
  });
});
