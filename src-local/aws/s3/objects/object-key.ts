import { AwsError } from '../../protocol/aws-error.ts';

const longestKey = 1024;

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-keys.html: any text of 1,024 bytes in UTF-8. */
export function checkKey(key: string): void {
  const size = Buffer.byteLength(key);
  if (size <= longestKey) return;
  const fields = { Size: size, MaxSizeAllowed: longestKey };
  throw new AwsError('KeyTooLongError', 'Your key is too long', { fields });
}
