import type { Family } from './fingerprint-corpus.ts';

/** These are errors of Lambda, DynamoDB, S3, the network, Step Functions and the pipeline itself. */
export const servicesFamilies: readonly Family[] = [
  // Lambda reports these errors.
  [
    null,
    'Lambda.TooManyRequestsException',
    'Rate Exceeded. (Service: AWSLambda; Status Code: 429; Error Code: TooManyRequestsException; Request ID: 3f0c9a52-7d6e-4b0e-9a77-2c1d5e8f9b01; Proxy: null)',
    'Rate Exceeded. (Service: AWSLambda; Status Code: 429; Error Code: TooManyRequestsException; Request ID: 00000000-7d6e-4b0e-9a77-2c1d5e8f9b01; Proxy: null)',
  ],
  [
    null,
    'Lambda.ServiceException',
    'The service encountered an internal failure. (Service: AWSLambda; Status Code: 500; Request ID: 3f0c9a52-7d6e-4b0e-9a77-2c1d5e8f9b01)',
    'The service encountered an internal failure. (Service: AWSLambda; Status Code: 502; Request ID: 11119a52-7d6e-4b0e-9a77-2c1d5e8f9b01)',
  ],
  [
    'textract',
    'Sandbox.Timedout',
    'RequestId: 3f0c9a52-7d6e-4b0e-9a77-2c1d5e8f9b01 Error: Task timed out after 300.00 seconds',
    'RequestId: 3f0c9a52-0000-4b0e-9a77-2c1d5e8f9b01 Error: Task timed out after 3.01 seconds',
  ],
  [
    'gap-fill',
    'Runtime.ExitError',
    'RequestId: 3f0c9a52-7d6e-4b0e-9a77-2c1d5e8f9b01 Error: Runtime exited with error: signal: killed',
    'RequestId: 9f0c9a52-7d6e-4b0e-9a77-2c1d5e8f9b01 Error: Runtime exited with error: signal: killed',
  ],
  [
    'gap-fill',
    'Runtime.ExitError',
    'RequestId: 3f0c9a52-7d6e-4b0e-9a77-2c1d5e8f9b01 Error: Runtime exited without providing a reason',
    'RequestId: 1f0c9a52-7d6e-4b0e-9a77-2c1d5e8f9b01 Error: Runtime exited without providing a reason',
  ],
  [
    'textract',
    'Runtime.ImportModuleError',
    "Error: Cannot find module 'pdf-lib'\nRequire stack:\n- /var/task/index.js\n- /var/runtime/index.mjs",
    "Error: Cannot find module 'sharp'\nRequire stack:\n- /var/task/src/a.js\n- /var/runtime/index.mjs",
  ],
  [
    'verify',
    'TypeError',
    "Cannot read properties of undefined (reading 'amount')\n    at score (/var/task/index.js:118:22)\n    at async Runtime.handler (/var/task/index.js:44:9)",
    "Cannot read properties of undefined (reading 'confidence')\n    at checks (/var/task/checks.js:3:1)",
  ],
  ['verify', 'TypeError', 'fetch failed', 'fetch failed'],
  ['verify', 'RangeError', 'Maximum call stack size exceeded', 'Maximum call stack size exceeded.'],
  [
    'gap-fill',
    'ThrottlingError',
    '{"errorType":"ThrottlingError","errorMessage":"Slow down after 14 calls","trace":["Error: x","    at y (/var/task/a.js:1:2)"]}',
    '{"errorType":"ThrottlingError","errorMessage":"Slow down after 3,000 calls","trace":[]}',
  ],

  // DynamoDB reports these errors.
  [
    'verify',
    'ConditionalCheckFailedException',
    'The conditional request failed',
    'The conditional request failed.',
  ],
  [
    'verify',
    'TransactionCanceledException',
    'Transaction cancelled, please refer cancellation reasons for specific reasons [None, ConditionalCheckFailed]',
    'Transaction cancelled, please refer cancellation reasons for specific reasons [None, ConditionalCheckFailed].',
  ],
  [
    'verify',
    'TransactionCanceledException',
    'Transaction cancelled, please refer cancellation reasons for specific reasons [TransactionConflict]',
    'Transaction cancelled, please refer cancellation reasons for specific reasons [TransactionConflict] ',
  ],
  [
    'verify',
    'ValidationException',
    'Item size has exceeded the maximum allowed size',
    'Item size has exceeded the maximum allowed size.',
  ],
  [
    'verify',
    'ValidationException',
    'One or more parameter values were invalid: Type mismatch for key GSI2SK expected: S actual: N',
    'One or more parameter values were invalid: Type mismatch for key GSI1SK expected: S actual: N',
  ],
  [
    'verify',
    'ProvisionedThroughputExceededException',
    'The level of configured provisioned throughput for the table was exceeded. Consider increasing your provisioning level with the UpdateTable API.',
    'The level of configured provisioned throughput for the table was exceeded. Consider increasing your provisioning level with the UpdateTable API',
  ],
  [
    'verify',
    'ResourceNotFoundException',
    'Requested resource not found: Table: autowire-main-prod-1 not found',
    'Requested resource not found: Table: autowire-main-dev-22 not found',
  ],
  [
    'verify',
    'ThrottlingException',
    'Throughput exceeds the current capacity of your table or index. DynamoDB is automatically scaling your table or index so please try again shortly.',
    'Throughput exceeds the current capacity of your table or index. DynamoDB is automatically scaling your table or index so please try again shortly',
  ],

  // S3 reports these errors.
  [
    'textract',
    'NoSuchKey',
    'The specified key does not exist.',
    'NoSuchKey: The specified key does not exist.',
  ],
  ['textract', 'NoSuchBucket', 'The specified bucket does not exist', 'The specified bucket does not exist.'],
  [
    'textract',
    'AccessDenied',
    'Access Denied (Service: Amazon S3; Status Code: 403; Error Code: AccessDenied; Request ID: 7A4B2C1D9E8F0A1B; S3 Extended Request ID: q1w2e3r4+/Ty5/Uio=; Proxy: null)',
    'Access Denied (Service: Amazon S3; Status Code: 403; Error Code: AccessDenied; Request ID: QWERTYUIOPASDFGH; S3 Extended Request ID: AbCdEfGhIj0=; Proxy: null)',
  ],
  ['textract', 'SlowDown', 'Please reduce your request rate.', 'Please reduce your request rate'],
  [
    'textract',
    'RequestTimeTooSkewed',
    'The difference between the request time (Tue, 03 Nov 2026 14:06:11 GMT) and the current time (Tue, 03 Nov 2026 14:36:11 GMT) is too large',
    'The difference between the request time (2026-11-03 14:06:11 UTC) and the current time (Saturday, 7 November 2026 2:36:11 PM) is too large',
  ],
  [
    'textract',
    'KeyNotFound',
    'Nothing stands under uploads/ten_4421/batch-01JC9Q4V8M7T/inv-2026-11-0398.pdf in s3://autowire-documents-prod',
    'Nothing stands under uploads/northwind/batch-x/scan.tiff in s3://other/with/a/path',
  ],

  // These errors come from SQS, HTTP and the network.
  [null, 'QueueDoesNotExist', 'The specified queue does not exist.', 'The specified queue does not exist'],
  [
    null,
    'ReceiptHandleIsInvalid',
    'The input receipt handle "AQEBwJnKyrHigUMZj6rYigCgxlaS3SLy0a==" is not a valid receipt handle.',
    'The input receipt handle "x" is not a valid receipt handle.',
  ],
  ['textract', 'ECONNRESET', 'read ECONNRESET', 'read ECONNRESET'],
  [
    'textract',
    'ETIMEDOUT',
    'connect ETIMEDOUT 10.0.14.7:443',
    'connect ETIMEDOUT 192.168.1.200:8443',
    'connect ETIMEDOUT 2001:db8::1:443',
  ],
  [
    'textract',
    'ENOTFOUND',
    'getaddrinfo ENOTFOUND textract.eu-west-1.amazonaws.com',
    'getaddrinfo ENOTFOUND files.example.com',
  ],
  [
    'textract',
    'ENOSPC',
    "ENOSPC: no space left on device, write '/tmp/inv-1.pdf'",
    "ENOSPC: no space left on device, write '/tmp/b'",
  ],
  [
    null,
    'HttpError',
    'POST https://hooks.example.com/v1/batches/44?x=1 answered 503 Service Unavailable after 12 s',
    'POST http://10.1.2.3:8080 answered 502 Service Unavailable after 900 ms',
  ],
  [
    null,
    'HttpError',
    'POST https://hooks.example.com/v1/batches/44 answered 410 Gone after 12 s',
    'POST https://hooks.example.org/ answered 410 Gone after 1 s',
  ],
  [
    null,
    'HttpError',
    'self-signed certificate of hooks.example.com expires Nov  3, 2026',
    'self-signed certificate of api.customer.example.org expires Dec 24, 2031',
  ],
  [
    null,
    null,
    'Told billing@northwind.example, no answer in 3 days',
    'Told o.k+tag@customer.co.uk, no answer in 1 day',
  ],

  // Step Functions and the pipeline itself report these errors.
  [null, 'States.Timeout', '', ' '],
  [
    null,
    'States.DataLimitExceeded',
    "The state/task 'ProcessDocuments' returned a result with a size exceeding the maximum number of bytes service limit.",
    "The state/task 'Textract' returned a result with a size exceeding the maximum number of bytes service limit.",
  ],
  [
    null,
    'States.Runtime',
    "An error occurred while executing the state 'GapFill' (entered at the event id #1184). The JSONPath '$.at.stage' specified for the field 'stage' could not be found in the input",
    "An error occurred while executing the state 'Verify' (entered at the event id #7). The JSONPath '$.x' specified for the field 'y' could not be found in the input",
  ],
  [
    null,
    'ExecutionFailed',
    'The execution reached the maximum number of history events (25000).',
    'The execution reached the maximum number of history events (24999).',
  ],
  [
    null,
    'ExecutionTimedOut',
    'Batch batch-01JC9Q4V8M7T ran for 24 h and was ended',
    'Batch batch-01JCZZZZZZ22 ran for 1440 min and was ended',
  ],
  [
    null,
    'DocumentExpired',
    'Document doc-01JC9Q4V8M7TABCDEFGHJKMNPQ of batch-01JC9Q4V8M7T was to be deleted at 1793714771',
    'Document doc-7 of batch-12 was to be deleted at 1793714771000',
  ],
  [null, null, 'Something went wrong', 'something went wrong.'],
  [null, null, 'Something else went wrong', 'Something else went wrong'],
];
