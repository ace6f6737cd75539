import type { Collection } from '../../../journal/store.ts';
import { AwsError } from '../../protocol/aws-error.ts';
import { checksumAlgorithms, checksumElement } from '../body/checksums.ts';
import { invalidRequest, malformedXml } from '../protocol/refusals.ts';
import { membersOf, readXml, requiredTextOf, textOf, type XmlElement } from '../protocol/xml-read.ts';
import type { PartRecord, UploadRecord } from '../records.ts';

const smallestPart = 5 * 1024 ** 2;

/** The parts that a CompleteMultipartUpload lists, if all are as it says. */
export function chosenParts(
  bytes: Uint8Array,
  upload: UploadRecord,
  uploadId: string,
  kept: Collection<PartRecord>,
): PartRecord[] {
  const elements = membersOf(readXml(bytes, 'CompleteMultipartUpload'), ['Part']).get('Part') ?? [];
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
  const members = membersOf(element, ['PartNumber', 'ETag', ...checksumAlgorithms.map(checksumElement)]);
  const number = Number(requiredTextOf(members, 'PartNumber'));
  if (!Number.isInteger(number)) throw malformedXml();
  const checksums = new Map<string, string>();
  for (const algorithm of checksumAlgorithms) {
    const value = textOf(members, checksumElement(algorithm));
    if (value !== undefined) checksums.set(algorithm, value);
  }
  return { number, etag: requiredTextOf(members, 'ETag').replaceAll('"', ''), checksums };
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
