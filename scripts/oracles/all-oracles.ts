import { dynamodbLocal } from './dynamodb-local.ts';
import { dynoxide } from './dynoxide.ts';
import { elasticmq } from './elasticmq.ts';
import { moto } from './moto.ts';
import type { Oracle } from './oracle.ts';

/** This is the order of the columns in docs/conformance.md. */
export const oracles: readonly Oracle[] = [dynamodbLocal, dynoxide, elasticmq, moto];
