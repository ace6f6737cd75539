import type { Collection } from '../../journal/store.ts';
import { AwsError } from '../protocol/aws-error.ts';
import { xmlAnswer } from './answers.ts';
import {
  checksumAlgorithms,
  checksumElement,
  checksumElements,
  checksumHeader,
  computeChecksum,
  type Checksum,
} from './checksums.ts';
import { encryption } from './get-object.ts';
import { announce } from './object-events.ts';
import { checkWriteConditions, writingConditions } from './preconditions.ts';
import { computeMd5 } from './put-object.ts';
import { invalidRequest, malformedXml } from './refusals.ts';
import type { S3Operation } from './s3-operation.ts';
import type { ObjectRecord, PartRecord, UploadChecksum, UploadRecord } from './s3-records.ts';
import { groupChildren, readXml, readRequiredText, textElement, readText, type XmlElement } from './xml.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompleteMultipartUpload.html */
export const completeMultipartUpload: S3Operation = {
  name: 'CompleteMultipartUpload',
  method: 'POST',
  on: 'object',
  marks: ['uploadId'],
  headers: { ...writingConditions, 'x-amz-checksum-type': 'any', 'x-amz-mp-object-size': 'any' },
  async run(engine, { bucket, key, query, headers, body }, call) {
    const uploadId = query.get('uploadId') ?? '';
    const upload = engine.upload(bucket, key, uploadId);
    const parts = chooseParts(body.bytes, upload, uploadId, engine.parts(uploadId));
    checkWriteConditions(key, engine.findObject(bucket, key), headers);

    const content = parts.map(({ piece }) => piece);
    const size = content.reduce((sum, piece) => sum + piece.size, 0);
    const promised = headers.get('x-amz-mp-object-size');
    if (promised !== undefined && Number(promised) !== size) {
      throw invalidRequest(`The provided 'x-amz-mp-object-size' header does not match what was computed.`);
    }
    const type = headers.get('x-amz-checksum-type');
    if (type !== undefined && type !== (upload.checksum?.type ?? 'FULL_OBJECT')) {
      throw invalidRequest('The upload was created with another checksum type than the one provided.');
    }
    const digests = parts.map(({ etag }) => Buffer.from(etag, 'hex'));
    const object: ObjectRecord = {
      headers: upload.headers,
      metadata: upload.metadata,
      tags: upload.tags,
      content,
      size,
      // https://docs.aws.amazon.com/AmazonS3/latest/API/API_Object.html: not the MD5 of the object.
      etag: `${computeMd5(Buffer.concat(digests))}-${parts.length}`,
      modified: engine.world.clock.now(),
      checksum: combinePartChecksums(
        upload.checksum,
        parts,
        () => engine.bytes.read(content, 0, size),
        headers,
      ),
      partSizes: content.map((piece) => piece.size),
    };
    engine.setObject(bucket, key, object);
    engine.dropUpload(uploadId);
    await announce(engine, { name: 'ObjectCreated:CompleteMultipartUpload', bucket, key, object }, call);
    return xmlAnswer(
      'CompleteMultipartUploadResult',
      [
        textElement('Location', `${engine.world.endpoint}/${bucket}/${encodeURIComponent(key)}`),
        textElement('Bucket', bucket),
        textElement('Key', key),
        textElement('ETag', `"${object.etag}"`),
        ...checksumElements(object.checksum),
      ].join(''),
      encryption,
    );
  },
};

const smallestPart = 5 * 1024 ** 2;

/** Returns the parts that a CompleteMultipartUpload lists, if they match the uploaded ones. */
function chooseParts(
  bytes: Uint8Array,
  upload: UploadRecord,
  uploadId: string,
  kept: Collection<PartRecord>,
): PartRecord[] {
  const elements = groupChildren(readXml(bytes, 'CompleteMultipartUpload'), ['Part']).get('Part') ?? [];
  if (elements.length === 0) throw malformedXml();
  const list = elements.map(readPart);
  const isInOrder = list.every(({ number }, index) => number > (list[index - 1]?.number ?? 0));
  if (!isInOrder) throw invalidPartOrder(uploadId);
  return list.map((listed, index) => {
    const part = kept.get(String(listed.number));
    if (!part || part.etag !== listed.etag) throw invalidPart(uploadId, listed);
    checkChecksums(listed, part, upload, uploadId);
    if (index < list.length - 1 && part.piece.size < smallestPart) throw tooSmall(part, listed);
    return part;
  });
}

interface ListedPart {
  readonly number: number;
  readonly etag: string;
  readonly checksums: ReadonlyMap<string, string>;
}

function readPart(element: XmlElement): ListedPart {
  const members = groupChildren(element, ['PartNumber', 'ETag', ...checksumAlgorithms.map(checksumElement)]);
  const number = Number(readRequiredText(members, 'PartNumber'));
  if (!Number.isInteger(number)) throw malformedXml();
  const checksums = new Map<string, string>();
  for (const algorithm of checksumAlgorithms) {
    const value = readText(members, checksumElement(algorithm));
    if (value !== undefined) checksums.set(algorithm, value);
  }
  return { number, etag: readRequiredText(members, 'ETag').replaceAll('"', ''), checksums };
}

function checkChecksums(
  listed: ListedPart,
  { checksum }: PartRecord,
  upload: UploadRecord,
  uploadId: string,
): void {
  for (const [algorithm, value] of listed.checksums) {
    if (algorithm !== checksum?.algorithm || value !== checksum.value) throw invalidPart(uploadId, listed);
  }
  if (upload.checksum?.type !== 'COMPOSITE' || listed.checksums.size > 0) return;
  const algorithm = upload.checksum.algorithm.toLowerCase();
  throw invalidRequest(
    `The upload was created using a ${algorithm} checksum. The complete request must include the checksum for each part. It was missing for part ${listed.number} in the request.`,
  );
}

function invalidPart(uploadId: string, { number, etag }: ListedPart): AwsError {
  const message =
    "One or more of the specified parts could not be found. The part may not have been uploaded, or the specified entity tag may not match the part's entity tag.";
  const fields = { UploadId: uploadId, PartNumber: number, ETag: etag };
  return new AwsError('InvalidPart', message, { fields });
}

function invalidPartOrder(uploadId: string): AwsError {
  const message = 'The list of parts was not in ascending order. Parts must be ordered by part number.';
  return new AwsError('InvalidPartOrder', message, { fields: { UploadId: uploadId } });
}

function tooSmall({ piece }: PartRecord, { number, etag }: ListedPart): AwsError {
  const message = 'Your proposed upload is smaller than the minimum allowed size';
  const fields = { ProposedSize: piece.size, MinSizeAllowed: smallestPart, PartNumber: number, ETag: etag };
  return new AwsError('EntityTooSmall', message, { fields });
}

/**
 * COMPOSITE: the checksum of the parts' checksums, and how many they are. FULL_OBJECT: as if it had come in one.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity-upload.html
 */
function combinePartChecksums(
  wanted: UploadChecksum | undefined,
  parts: readonly PartRecord[],
  whole: () => Uint8Array,
  headers: ReadonlyMap<string, string>,
): Checksum {
  const { algorithm, type } = wanted ?? { algorithm: 'CRC64NVME', type: 'FULL_OBJECT' };
  const values = parts.map(({ checksum }) => Buffer.from(checksum?.value ?? '', 'base64'));
  const found =
    type === 'FULL_OBJECT'
      ? computeChecksum(algorithm, whole())
      : {
          algorithm,
          type,
          value: `${computeChecksum(algorithm, Buffer.concat(values)).value}-${parts.length}`,
        };
  const given = headers.get(checksumHeader(algorithm));
  // Some clients leave out the number of parts of a composite checksum.
  if (given !== undefined && given !== found.value && given !== found.value.replace(/-\d+$/, '')) {
    const message = `The ${algorithm} you specified did not match the calculated checksum.`;
    throw new AwsError('BadDigest', message);
  }
  return found;
}
