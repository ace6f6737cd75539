import { operationOf } from '../../protocol/operation.ts';
import type { SqsEngine } from '../sqs-engine.ts';

export const operation = operationOf<SqsEngine>();
