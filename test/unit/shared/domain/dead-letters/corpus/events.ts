import type { Specimen } from './specimen.ts';

const ids = { tenantId: 'northwind', batchId: 'batch-01M3A7K2QX9P', documentId: 'doc-A7K2QX9PA1' };
const key = `documents/${ids.tenantId}/${ids.batchId}/${ids.documentId}`;

function s3(name: string, more: object = {}): string {
  return JSON.stringify({
    Records: [
      {
        eventVersion: '2.1',
        eventSource: 'aws:s3',
        awsRegion: 'eu-central-1',
        eventTime: '2026-11-09T08:22:12.000Z',
        eventName: 'ObjectCreated:Put',
        userIdentity: { principalId: 'AWS:AIDAEXAMPLE' },
        requestParameters: { sourceIPAddress: '10.0.0.7' },
        responseElements: {
          'x-amz-request-id': 'C3D13FE58DE4C810',
          'x-amz-id-2': 'FMyUVURIY8/IgAtTv8xRjskZQpcIZ9KG',
        },
        s3: {
          s3SchemaVersion: '1.0',
          configurationId: 'documents',
          bucket: { name: 'autowired-documents-prod', arn: 'arn:aws:s3:::autowired-documents-prod' },
          object: { key: name, size: 48_213, eTag: 'd41d8cd98f00b204e9800998ecf8427e', sequencer: '0A1B2C' },
        },
        ...more,
      },
    ],
  });
}

const eventBridge = (detailType: string, detail: object): object => ({
  version: '0',
  id: '6a7e8feb-b491-4cf7-a9f1-bf3703467718',
  'detail-type': detailType,
  source: 'aws.s3',
  account: '111122223333',
  time: '2026-11-09T08:22:12Z',
  region: 'eu-central-1',
  resources: ['arn:aws:s3:::autowired-documents-prod'],
  detail,
});

const sns = (message: string): object => ({
  Type: 'Notification',
  MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
  TopicArn: 'arn:aws:sns:eu-central-1:111122223333:documents',
  Message: message,
  Timestamp: '2026-11-09T08:22:12.000Z',
  SignatureVersion: '1',
  Signature: 'EXAMPLEw6JRN==',
  SigningCertURL: 'https://sns.eu-central-1.amazonaws.com/SimpleNotificationService.pem',
  UnsubscribeURL: 'https://sns.eu-central-1.amazonaws.com/?Action=Unsubscribe&SubscriptionArn=arn',
});
const snsSecrets = { '.Signature': 'secret', '.UnsubscribeURL': 'secret' };

/** AWS sends these events without a request. */
export const events: readonly Specimen[] = [
  {
    name: 'S3: a document',
    body: s3(`${key}/invoice+1.pdf`),
    kind: 's3',
    says: { ...ids, fileName: 'invoice 1.pdf' },
  },
  {
    name: 'S3: umlauts, encoded',
    body: s3(`${key}/Rechnung%20M%C3%BCller%20%26%20S%C3%B6hne.pdf`),
    kind: 's3',
    says: { ...ids, fileName: 'Rechnung Müller & Söhne.pdf' },
  },
  {
    name: 'S3: an encoding that is none',
    body: s3(`${key}/100%.pdf`),
    kind: 's3',
    says: { ...ids, fileName: '100%.pdf' },
  },
  {
    name: 'S3: put in by hand',
    body: s3('documents/alder-finch/scan+0001.pdf'),
    kind: 's3',
    says: { fileName: 'scan 0001.pdf' },
  },
  { name: 'S3: one folder too deep', body: s3(`${key}/a/b.pdf`), kind: 's3', says: { fileName: 'b.pdf' } },
  {
    name: 'S3: an empty tenant',
    body: s3('documents//batch-1/doc-1/a.pdf'),
    kind: 's3',
    says: { fileName: 'a.pdf' },
  },
  {
    name: 'S3: a folder',
    body: s3('documents/northwind/'),
    kind: 's3',
    says: { fileName: 'documents/northwind/' },
  },
  {
    name: 'S3: another bucket’s file',
    body: s3('exports/2026/11/report.csv'),
    kind: 's3',
    says: { fileName: 'report.csv' },
  },
  {
    name: 'S3: a glacier’s restore',
    body: s3(`${key}/a.pdf`, {
      glacierEventData: { restoreEventData: { lifecycleRestoreStorageClass: 'GLACIER' } },
    }),
    kind: 's3, restored',
    says: { ...ids, fileName: 'a.pdf' },
  },
  {
    name: 'S3: its test event',
    body: '{"Service":"Amazon S3","Event":"s3:TestEvent","Time":"2026-11-09T08:22:12.000Z","Bucket":"documents","RequestId":"5582815E1AEA5ADF","HostId":"8cLeGAmw098X5cv4Zkwcmo8vvZa3eH3e"}',
    kind: 's3, test',
  },
  {
    name: 'SNS around S3',
    body: JSON.stringify(sns(s3(`${key}/invoice+1.pdf`))),
    kind: 'sns',
    says: { ...ids, fileName: 'invoice 1.pdf' },
    hides: snsSecrets,
  },
  {
    name: 'SNS around a text',
    body: JSON.stringify(sns('Your quota is used up.')),
    kind: 'sns',
    hides: snsSecrets,
  },
  {
    name: 'SNS around a secret in JSON',
    body: JSON.stringify(sns(JSON.stringify({ batchId: 'batch-1', taskToken: 'AQCEAAAAKgAAAAM' }))),
    kind: 'sns',
    says: { batchId: 'batch-1' },
    hides: { '.Message.taskToken': 'secret', ...snsSecrets },
    secrets: ['AQCEAAAAKgAAAAM'],
  },
  {
    name: 'EventBridge: an object, its key not encoded',
    body: JSON.stringify(
      eventBridge('Object Created', {
        version: '0',
        bucket: { name: 'autowired-documents-prod' },
        object: { key: `${key}/50% + 1.pdf`, size: 5, etag: 'd41d8cd98f00b204e9800998ecf8427e' },
      }),
    ),
    kind: 'eventbridge, object',
    says: { ...ids, fileName: '50% + 1.pdf' },
  },
  {
    name: 'EventBridge: an execution',
    body: JSON.stringify(
      eventBridge('Step Functions Execution Status Change', {
        executionArn:
          'arn:aws:states:eu-central-1:111122223333:execution:autowire-batch-processing-prod:batch-1-r1',
        status: 'FAILED',
        input: '{"batchId":"batch-01M3A7K2QX9P"}',
        output: null,
      }),
    ),
    kind: 'eventbridge, execution',
    says: { batchId: 'batch-01M3A7K2QX9P' },
  },
  {
    name: 'EventBridge around SNS around S3',
    body: JSON.stringify(eventBridge('wrapped', { wrapped: JSON.stringify(sns(s3(`${key}/a.pdf`))) })),
    kind: 'eventbridge, wrapped',
    says: { ...ids, fileName: 'a.pdf' },
    hides: { '.detail.wrapped.Signature': 'secret', '.detail.wrapped.UnsubscribeURL': 'secret' },
  },
  {
    name: 'Step Functions: a callback',
    body: JSON.stringify({
      TaskToken: 'AAAAKgAAAAIAAAAAAAAAAZ',
      Input: { tenantId: 'kestrel', batchId: 'batch-2' },
    }),
    kind: 'callback',
    says: { tenantId: 'kestrel', batchId: 'batch-2' },
    hides: { '.TaskToken': 'secret' },
    secrets: ['AAAAKgAAAAIAAAAAAAAAAZ'],
  },
  {
    name: 'Lambda: a failed destination',
    body: JSON.stringify({
      version: '1.0',
      requestContext: { requestId: 'e4b46cbf', condition: 'RetriesExhausted', approximateInvokeCount: 3 },
      requestPayload: { documentId: 'doc-7' },
      responsePayload: { errorMessage: 'Task timed out after 30.03 seconds' },
    }),
    kind: 'lambda destination',
    says: { documentId: 'doc-7' },
  },
];
