import { AwsError } from '../../protocol/aws-error.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
export function checkBucketName(name: string): void {
  const isGood =
    /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(name) &&
    !name.includes('..') &&
    !/^\d+\.\d+\.\d+\.\d+$/.test(name) &&
    !reservedStarts.some((start) => name.startsWith(start)) &&
    !reservedEnds.some((end) => name.endsWith(end));
  if (isGood) return;
  const fields = { BucketName: name };
  throw new AwsError('InvalidBucketName', 'The specified bucket is not valid.', { fields });
}

const reservedStarts = ['xn--', 'sthree-', 'amzn-s3-demo-'];
const reservedEnds = ['-s3alias', '--ol-s3', '.mrap', '--x-s3', '--table-s3'];
