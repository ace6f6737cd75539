import type { WireRequest, WireResponse } from '#local/aws/protocol/wire.ts';

const services: Readonly<Record<string, string>> = {
  DynamoDB_20120810: 'dynamodb',
  AmazonSQS: 'sqs',
  AWSStepFunctions: 'states',
  GraniteServiceVersion20100801: 'cloudwatch',
  AWSInsightsIndexService: 'ce',
};

/** Names the operation as a policy does, or by its path for the pipeline API. */
export function readOperation({ headers, method, path, body }: WireRequest): string {
  const [prefix = '', operation = ''] = (headers['x-amz-target'] ?? '').split('.');
  if (operation !== '') return `${services[prefix] ?? prefix}:${operation}`;
  if (path.startsWith('/pipeline/') || path.startsWith('/_local/')) return `${method} ${path}`;
  // Settings looks whether an address answers by a request without a signature, which no policy concerns.
  if (method === 'GET' && path === '/') return `${method} ${path}`;
  if (method === 'POST')
    return `sts:${new URLSearchParams(Buffer.from(body).toString('utf8')).get('Action')}`;
  return method === 'HEAD' ? 's3:ListBucket' : 's3:GetObject';
}

const user = 'arn:aws:iam::111122223333:user/AKIACHECKCHECKCHECK1';

/** Builds a denial in each service's own format. */
export function denial(
  { method, path }: Pick<WireRequest, 'method' | 'path'>,
  action: string,
  told: { readonly named?: string; readonly on?: string; readonly because?: string } = {},
): WireResponse {
  const { named = action, on = '' } = told;
  const because = told.because ?? `because no identity-based policy allows the ${named} action`;
  const resource = on === '' ? '' : ` on resource: ${on}`;
  const message = `User: ${user} is not authorized to perform: ${named}${resource} ${because}`;
  if (action.startsWith('s3:')) {
    // The answer to a HEAD has no body for a message.
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>${message}</Message><RequestId>1</RequestId></Error>`;
    return {
      status: 403,
      headers: { 'content-type': 'application/xml' },
      body: method === 'HEAD' ? '' : xml,
    };
  }
  if (action.startsWith('sts:')) {
    const xml = `<ErrorResponse><Error><Type>Sender</Type><Code>AccessDenied</Code><Message>${message}</Message></Error></ErrorResponse>`;
    return { status: 403, headers: { 'content-type': 'text/xml' }, body: xml };
  }
  const isQuery = action.startsWith('sqs:') || action.startsWith('cloudwatch:');
  return {
    status: isQuery ? 403 : 400,
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amzn-errortype': 'AccessDeniedException',
      // SQS and CloudWatch once used the Query protocol and still send its error code as well.
      ...(isQuery && { 'x-amzn-query-error': 'AccessDenied;Sender' }),
    },
    body: JSON.stringify({ __type: 'com.amazon.coral.service#AccessDeniedException', message, path }),
  };
}
