import { PutObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { buildPerson } from '#test/unit/src-main/aws/scope/a-person.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aReviewDesk, approval } from './a-review-desk.ts';

const bucket = 'autowired-documents-sandbox';

describe('a document to review', { timeout: 60_000 }, () => {
  it('has its fields in the order of its workflow, its thresholds, and its place in the queue', async () => {
    const desk = await aReviewDesk();
    const [key] = await desk.waiting('northwind');
    if (key === undefined) throw new Error('Nothing waiting');
    const document = await desk.read(key);
    expect(document).toMatchObject({
      ...key,
      status: 'REVIEW_REQUIRED',
      step: 'first',
      whyNot: null,
      problems: [],
    });
    expect(document.thresholds?.review).toBeGreaterThan(document.score ?? 1);
    expect(document.workflowName).not.toBeNull();
    expect(document.fields.some(({ flags }) => flags.length > 0)).toBe(true);
    expect(document.fields.filter(({ value }) => value !== null).every(({ box }) => box !== null)).toBe(true);
    expect(document.fields.every(({ type }) => type !== null)).toBe(true);
    // The second read already knows the batch and its workflow, but not what was accepted since.
    desk.sent.splice(0);
    await desk.read(key);
    expect(desk.sent.map(({ operation, input }) => [operation, input['ConsistentRead']])).toEqual([
      ['GetItem', true],
      ['Query', true],
    ]);
  });

  it('names the schema’s fields that no reader has found, and leaves out no other', async () => {
    const desk = await aReviewDesk();
    const [key] = await desk.waiting('northwind');
    if (key === undefined) throw new Error('Nothing waiting');
    const { fields } = await desk.read(key);
    const odd = { M: { value: { S: 'x' }, confidence: { N: '0.4' }, readBy: { S: 'textract' } } };
    await desk.tamper('document', key, { fields: { M: { own: odd } } });
    const after = await desk.read(key);
    expect(after.fields.map(({ name }) => name)).toEqual([...fields.map(({ name }) => name), 'own']);
    expect(after.fields[0]).toMatchObject({ value: null, confidence: null, flags: [], readings: [] });
    expect(after.fields.at(-1)).toMatchObject({ name: 'own', type: null, value: 'x', confidence: 0.4 });
  });

  it('has its results, from S3 too; and if they cannot be read it cannot be decided unseen', async () => {
    const desk = await aReviewDesk();
    const [key] = await desk.waiting('northwind');
    if (key === undefined) throw new Error('Nothing waiting');
    const at = `results/${key.tenantId}/${key.batchId}/${key.documentId}.json`;
    const put = (Body: string) => desk.world.s3.send(new PutObjectCommand({ Bucket: bucket, Key: at, Body }));
    const placed = (where: string) => ({
      fields: { NULL: true as const },
      lineItems: { NULL: true as const },
      resultsAt: { M: { bucket: { S: where }, key: { S: at }, bytes: { N: '100' } } },
    });
    const field = { value: '12.50', confidence: 0.5, readBy: 'textract', page: 1, box: [0, 0, 0.5, 0.1] };
    await put(JSON.stringify({ fields: { own: field }, lineItems: [{ description: 'Freight' }] }));
    await desk.tamper('document', key, placed(bucket));
    const found = await desk.read(key);
    expect(found.fields.at(-1)).toMatchObject({ name: 'own', value: '12.50', box: [0, 0, 0.5, 0.1] });
    expect(found.lines).toMatchObject([{ description: 'Freight', amount: '' }]);
    expect(found.whyNot).toBeNull();

    for (const [where, body, why] of [
      [bucket, '{"fields": {', 'is not JSON with results'],
      [bucket, `"${'x'.repeat(4 * 1_048_576)}"`, 'files of up to 4 MB'],
      ['foreign-bucket', '{}', 'the console reads from'],
    ] as const) {
      await put(body);
      await desk.tamper('document', key, placed(where));
      const missing = await desk.read(key);
      expect(missing.problems.join('\n')).toContain(why);
      expect(missing.whyNot).toContain("can't be decided");
      expect(missing.fields.every(({ value }) => value === null)).toBe(true);
    }
  });

  it('of another tenant is refused by name before anything is read or sent, its file and its actions too', async () => {
    const desk = await aReviewDesk();
    const [key] = await desk.waiting('alder-finch');
    if (key === undefined) throw new Error('Nothing waiting');
    const document = await desk.read(key);
    desk.be({ ...buildPerson('northwind'), role: 'reviewer' });
    desk.sent.splice(0);
    const answers = [
      await desk.call('review.read', key),
      await desk.call('review.file', key),
      await desk.call('review.claim', { ...key, version: document.version }),
      await desk.call('review.decide', approval(document, 'intent-of-jonas')),
      await desk.call('review.postpone', { ...key, fileName: null, until: null }),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({ failure: { code: 'tenant-out-of-scope', tenantId: 'alder-finch' } });
    }
    expect(desk.sent).toEqual([]);
    const files = desk.doors().files;
    const theirs = `documents/alder-finch/${key.batchId}/${key.documentId}/x.pdf`;
    for (const place of [theirs, 'documents/northwind/../alder-finch/x.pdf', 'exports/northwind/x', '']) {
      expect(await files.read(place, 100)).toMatchObject({ failure: { code: 'tenant-out-of-scope' } });
    }
  });
});

describe('the file of a document', { timeout: 60_000 }, () => {
  it('is returned as stored in S3, with its content type', async () => {
    const desk = await aReviewDesk();
    const [key] = await desk.waiting('northwind');
    if (key === undefined) throw new Error('Nothing waiting');
    const { base64, bytes, contentType } = valueOf(await desk.call('review.file', key));
    expect(Buffer.from(base64, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
    expect([Buffer.from(base64, 'base64').length, contentType]).toEqual([bytes, 'application/pdf']);
  });

  it('is not read if it is too large, and says how large; nor if it is gone or has no address', async () => {
    const desk = await aReviewDesk();
    const [key] = await desk.waiting('northwind');
    if (key === undefined) throw new Error('Nothing waiting');
    const at = `documents/northwind/${key.batchId}/${key.documentId}/large.pdf`;
    await desk.world.s3.send(
      new PutObjectCommand({ Bucket: bucket, Key: at, Body: new Uint8Array(26 * 1_048_576) }),
    );
    await desk.tamper('document', key, { objectKey: { S: at } });
    expect(await desk.call('review.file', key)).toMatchObject({
      failure: {
        code: 'file-too-large',
        message: 'The file has 26 MB; the console opens files of up to 25 MB. It was not read.',
      },
    });
    await desk.tamper('document', key, { objectKey: { S: `${at}.gone` } });
    expect(await desk.call('review.file', key)).toMatchObject({
      failure: { code: 'not-found', message: expect.stringContaining('never arrived') as string },
    });
    await desk.tamper('document', key, { objectKey: { NULL: true } });
    expect(await desk.call('review.file', key)).toMatchObject({
      failure: { code: 'not-found', what: 'objectKey' },
    });
  });
});
