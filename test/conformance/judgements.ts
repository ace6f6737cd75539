import type { Judgement } from '#scripts/conformance/judgement.ts';
import { dynamodbLocal } from './judgements/dynamodb-local.ts';
import { dynoxide } from './judgements/dynoxide.ts';
import { elasticmq } from './judgements/elasticmq.ts';
import { motoDynamodb } from './judgements/moto-dynamodb.ts';
import { motoServices } from './judgements/moto-services.ts';

/** Explains every difference that the comparison finds. An unexplained one makes it fail. */
export const judgements: readonly Judgement[] = [
  ...dynamodbLocal,
  ...dynoxide,
  ...elasticmq,
  ...motoDynamodb,
  ...motoServices,
];
