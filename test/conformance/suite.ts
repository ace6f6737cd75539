import type { Assertion } from '#scripts/conformance/assertion.ts';
import { cloudwatch } from './cloudwatch/assertions.ts';
import { dynamodb } from './dynamodb/assertions.ts';
import { s3 } from './s3/assertions.ts';
import { sfn } from './sfn/assertions.ts';
import { sqs } from './sqs/assertions.ts';
import { sts } from './sts/assertions.ts';

/** Describes AWS's behaviour as far as this project relies on it, assertion by assertion. */
export const suite: readonly Assertion[] = [...dynamodb, ...sqs, ...sfn, ...cloudwatch, ...s3, ...sts];
