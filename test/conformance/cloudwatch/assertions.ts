import type { Assertion } from '#scripts/conformance/assertion.ts';
import { alarms } from './alarms.ts';
import { metrics } from './metrics.ts';
import { serviceMetrics } from './service-metrics.ts';

export const cloudwatch: readonly Assertion[] = [...metrics, ...alarms, ...serviceMetrics];
