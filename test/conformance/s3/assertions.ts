import type { Assertion } from '#scripts/conformance/assertion.ts';
import { notifications } from './notifications.ts';
import { objects } from './objects.ts';
import { reading } from './reading.ts';

export const s3: readonly Assertion[] = [...objects, ...reading, ...notifications];
