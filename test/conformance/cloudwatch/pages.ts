const guide = 'https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring';
const api = 'https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference';

/** The assertions about CloudWatch quote these pages of AWS's documentation. */
export const pages = {
  concepts: `${guide}/cloudwatch_concepts.html`,
  alarms: `${guide}/AlarmThatSendsEmail.html`,
  missingData: `${guide}/alarms-and-missing-data.html`,
  math: `${guide}/using-metric-math.html`,
  sqsMetrics:
    'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-available-cloudwatch-metrics.html',
  sfnMetrics: 'https://docs.aws.amazon.com/step-functions/latest/dg/procedure-cw-metrics.html',
  dynamodbMetrics: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html',
  api: (operation: string): string => `${api}/API_${operation}.html`,
} as const;
