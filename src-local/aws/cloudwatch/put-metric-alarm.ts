import {
  boolean,
  integer,
  list,
  number,
  required,
  string,
  structure,
  type Infer,
} from '../protocol/shapes.ts';
import { comparisonOperators, getPeriodMs, type AlarmSettings } from './alarm.ts';
import { operation } from './cloud-watch-engine.ts';
import { invalidCombination, missingParameter, validationError } from './cloud-watch-errors.ts';
import { checkQueries, metricDataQueryShape, runQueries } from './metric-data-queries.ts';
import {
  dimensionsShape,
  isPercentile,
  metricNameShape,
  namespaceShape,
  statistics,
  unitShape,
} from './metric.ts';
import type { MetricStore } from './metric-store.ts';
import { tagsShape } from './alarm-tags.ts';

/** The limit applies to metrics and expressions separately. https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_MetricDataQuery.html */
const mostOfAKind = 10;

const actionsShape = list(string({ min: 1, max: 1_024 }), { max: 5 });

const alarmShape = structure({
  AlarmName: required(string({ min: 1, max: 255 })),
  AlarmDescription: string({ max: 1_024 }),
  ActionsEnabled: boolean(),
  OKActions: actionsShape,
  AlarmActions: actionsShape,
  InsufficientDataActions: actionsShape,
  MetricName: metricNameShape,
  Namespace: namespaceShape,
  Statistic: string({ oneOf: statistics }),
  ExtendedStatistic: string(),
  Dimensions: dimensionsShape,
  Period: integer({ min: 1 }),
  Unit: unitShape,
  EvaluationPeriods: required(integer({ min: 1 })),
  DatapointsToAlarm: integer({ min: 1 }),
  Threshold: number(),
  ComparisonOperator: required(string({ oneOf: comparisonOperators })),
  TreatMissingData: string({ oneOf: ['breaching', 'notBreaching', 'ignore', 'missing'] }),
  // The other value, ignore, would need a count of samples that CloudWatch does not document.
  EvaluateLowSampleCountPercentile: string({ oneOf: ['evaluate'] }),
  Metrics: list(metricDataQueryShape, { max: 20 }),
  Tags: tagsShape,
});

type Input = Infer<typeof alarmShape>;

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html */
export const putMetricAlarm = operation({
  name: 'PutMetricAlarm',
  input: alarmShape,
  run({ alarms, metrics }, { Tags = [], ...input }) {
    checkActions(input);
    if (input.Metrics) checkMath(input, metrics);
    else checkMetric(input);
    const settings = toAlarmSettings(input);
    checkLength(settings);
    alarms.put(
      settings,
      Tags.map(({ Key, Value }) => [Key, Value]),
    );
  },
});

function toAlarmSettings({ Threshold, ...input }: Input): AlarmSettings {
  if (Threshold === undefined) throw missingParameter('The parameter Threshold is required.');
  return {
    Dimensions: [],
    OKActions: [],
    AlarmActions: [],
    InsufficientDataActions: [],
    ActionsEnabled: true,
    ...input,
    Threshold,
  };
}

function checkActions({ OKActions = [], AlarmActions = [], InsufficientDataActions = [] }: Input): void {
  for (const action of [...OKActions, ...AlarmActions, ...InsufficientDataActions]) {
    if (!/^arn:[^:]+:[^:]+:[^:]*:[^:]*:.+$/.test(action))
      throw validationError(`Invalid arn syntax: ${action}`);
  }
}

function checkMetric(input: Input): void {
  const { MetricName, Namespace, Period, Statistic, ExtendedStatistic } = input;
  for (const [name, value] of Object.entries({ MetricName, Namespace, Period })) {
    if (value === undefined) throw missingParameter(`The parameter ${name} is required.`);
  }
  if (Statistic === undefined && ExtendedStatistic === undefined) {
    throw missingParameter(
      'At least one of the parameters Statistic and ExtendedStatistic must be specified.',
    );
  }
  if (Statistic !== undefined && ExtendedStatistic !== undefined) {
    throw invalidCombination(
      'The parameters Statistic and ExtendedStatistic are mutually exclusive and you have specified both.',
    );
  }
  if (ExtendedStatistic !== undefined && !isPercentile(ExtendedStatistic)) {
    throw validationError(`The value ${ExtendedStatistic} for parameter ExtendedStatistic is not supported.`);
  }
  if (Period !== undefined && ![10, 20, 30].includes(Period) && Period % 60 !== 0) {
    throw validationError('Period must be 10, 20, 30 or a multiple of 60');
  }
}

function checkMath(input: Input, metrics: MetricStore): void {
  const {
    MetricName,
    Namespace,
    Dimensions,
    Period,
    Unit,
    Statistic,
    ExtendedStatistic,
    Metrics = [],
  } = input;
  const single = { MetricName, Namespace, Dimensions, Period, Unit, Statistic, ExtendedStatistic };
  for (const [name, value] of Object.entries(single)) {
    if (value !== undefined) {
      throw invalidCombination(
        `The parameters Metrics and ${name} are mutually exclusive and you have specified both.`,
      );
    }
  }
  const expressions = checkQueries(Metrics, 'Metrics');
  if (Math.max(expressions.size, Metrics.length - expressions.size) > mostOfAKind) {
    throw validationError(
      `An alarm can use no more than ${mostOfAKind} metrics and ${mostOfAKind} expressions.`,
    );
  }
  if (Metrics.filter(({ ReturnData }) => ReturnData ?? true).length !== 1) {
    throw validationError('Exactly one element of the metrics list should return data.');
  }
  // A fault of an expression shows without any data, too, so it is found here and never while the clock runs.
  runQueries(Metrics, expressions, metrics, { start: 0, end: 0 });
}

function checkLength(settings: AlarmSettings): void {
  const { EvaluationPeriods, DatapointsToAlarm = 1 } = settings;
  if (DatapointsToAlarm > EvaluationPeriods) {
    throw validationError('DatapointsToAlarm must be less than or equal to EvaluationPeriods');
  }
  const period = getPeriodMs(settings) / 1_000;
  const [most, name] = period < 3_600 ? [86_400, 'a day'] : [604_800, 'seven days'];
  if (EvaluationPeriods * period <= most) return;
  throw validationError(
    `Metrics cannot be checked across more than ${name} (EvaluationPeriods * Period must be <= ${most}).`,
  );
}
