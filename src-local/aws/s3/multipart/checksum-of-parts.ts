import { AwsError } from '../../protocol/aws-error.ts';
import { checksumHeader, checksumOf, type Checksum } from '../body/checksums.ts';
import type { PartRecord, UploadChecksum } from '../records.ts';

/**
 * COMPOSITE: the checksum of the parts' checksums, and how many they are. FULL_OBJECT: as if it had come in one.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity-upload.html
 */
export function checksumOfParts(
  wanted: UploadChecksum | undefined,
  parts: readonly PartRecord[],
  whole: () => Uint8Array,
  headers: ReadonlyMap<string, string>,
): Checksum {
  const { algorithm, type } = wanted ?? { algorithm: 'CRC64NVME', type: 'FULL_OBJECT' };
  const values = parts.map(({ checksum }) => Buffer.from(checksum?.value ?? '', 'base64'));
  const found =
    type === 'FULL_OBJECT'
      ? checksumOf(algorithm, whole())
      : {
          algorithm,
          type,
          value: `${checksumOf(algorithm, Buffer.concat(values)).value}-${parts.length}`,
        };
  const given = headers.get(checksumHeader(algorithm));
  // Of a composite one some clients leave out how many parts there are.
  if (given !== undefined && given !== found.value && given !== found.value.replace(/-\d+$/, '')) {
    const message = `The ${algorithm} you specified did not match the calculated checksum.`;
    throw new AwsError('BadDigest', message);
  }
  return found;
}
