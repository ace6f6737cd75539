import { checksumElement } from '../body/checksums.ts';
import { ownerElement } from '../buckets/owner.ts';
import { compareUtf8 } from '../listing/utf8-order.ts';
import { isoDate, xmlAnswer } from '../protocol/answers.ts';
import type { S3Operation } from '../protocol/s3-operation.ts';
import { wholeNumber } from '../protocol/whole-number.ts';
import { elementOf, textElement } from '../protocol/xml-write.ts';
import type { UploadChecksum } from '../records.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListParts.html */
export const listParts: S3Operation = {
  name: 'ListParts',
  method: 'GET',
  on: 'object',
  marks: ['uploadId'],
  query: ['max-parts', 'part-number-marker'],
  run(engine, { bucket, key, query }) {
    const uploadId = query.get('uploadId') ?? '';
    const upload = engine.upload(bucket, key, uploadId);
    const max = wholeNumber(query, 'max-parts', { least: 0, most: 1000, otherwise: 1000 });
    const marker = wholeNumber(query, 'part-number-marker', { least: 0, most: 10_000, otherwise: 0 });
    const parts = [...engine.parts(uploadId).entries()]
      .map(([number, part]) => ({ number: Number(number), part }))
      .filter(({ number }) => number > marker)
      .toSorted((one, other) => one.number - other.number);
    const page = parts.slice(0, max);
    const isTruncated = parts.length > page.length;
    return xmlAnswer(
      'ListPartsResult',
      [
        textElement('Bucket', bucket),
        textElement('Key', key),
        textElement('UploadId', uploadId),
        ownerElement(engine.world, 'Initiator'),
        ownerElement(engine.world),
        textElement('StorageClass', 'STANDARD'),
        textElement('PartNumberMarker', marker),
        textElement('NextPartNumberMarker', page.at(-1)?.number ?? 0),
        textElement('MaxParts', max),
        textElement('IsTruncated', isTruncated),
        ...checksumElements(upload.checksum),
        ...page.map(({ number, part: { piece, etag, modified, checksum } }) =>
          elementOf(
            'Part',
            textElement('PartNumber', number),
            textElement('LastModified', isoDate(modified)),
            textElement('ETag', `"${etag}"`),
            textElement('Size', piece.size),
            checksum ? textElement(checksumElement(checksum.algorithm), checksum.value) : '',
          ),
        ),
      ].join(''),
    );
  },
};

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListMultipartUploads.html: without paging by `delimiter`. */
export const listMultipartUploads: S3Operation = {
  name: 'ListMultipartUploads',
  method: 'GET',
  on: 'bucket',
  marks: ['uploads'],
  query: ['prefix', 'max-uploads', 'key-marker', 'upload-id-marker'],
  run(engine, { bucket, query }) {
    engine.bucket(bucket);
    const prefix = query.get('prefix') ?? '';
    const max = wholeNumber(query, 'max-uploads', { least: 1, most: 1000, otherwise: 1000 });
    const [keyMarker, idMarker] = [query.get('key-marker') ?? '', query.get('upload-id-marker') ?? ''];
    const uploads = [...engine.uploads.entries()]
      .map(([id, upload]) => ({ id, ...upload }))
      .filter((upload) => upload.bucket === bucket && upload.key.startsWith(prefix))
      .filter(({ key, id }) => {
        const order = compareUtf8(key, keyMarker);
        return order > 0 || (order === 0 && idMarker !== '' && id > idMarker);
      })
      .toSorted((one, other) => compareUtf8(one.key, other.key) || compareUtf8(one.id, other.id));
    const page = uploads.slice(0, max);
    const last = uploads.length > max ? page.at(-1) : undefined;
    return xmlAnswer(
      'ListMultipartUploadsResult',
      [
        textElement('Bucket', bucket),
        textElement('KeyMarker', keyMarker),
        textElement('UploadIdMarker', idMarker),
        textElement('NextKeyMarker', last?.key),
        textElement('NextUploadIdMarker', last?.id),
        textElement('Prefix', prefix),
        textElement('MaxUploads', max),
        textElement('IsTruncated', last !== undefined),
        ...page.map(({ id, key, initiated, checksum }) =>
          elementOf(
            'Upload',
            textElement('Key', key),
            textElement('UploadId', id),
            ownerElement(engine.world, 'Initiator'),
            ownerElement(engine.world),
            textElement('StorageClass', 'STANDARD'),
            textElement('Initiated', isoDate(initiated)),
            ...checksumElements(checksum),
          ),
        ),
      ].join(''),
    );
  },
};

function checksumElements(checksum: UploadChecksum | undefined): string[] {
  if (!checksum) return [];
  return [textElement('ChecksumAlgorithm', checksum.algorithm), textElement('ChecksumType', checksum.type)];
}
