import { expect, test } from 'vitest';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import { aBucket, bucket, putText, raw, readText } from './a-bucket.ts';

test.each([
  ['PUT', `/${bucket}?versioning`],
  ['GET', `/${bucket}?versioning`],
  ['GET', `/${bucket}?versions`],
  ['PUT', `/${bucket}?acl`],
  ['PUT', `/${bucket}?policy`],
  ['DELETE', `/${bucket}?policy`],
  ['DELETE', `/${bucket}?lifecycle`],
  ['PUT', `/${bucket}?lifecycle`],
  ['PUT', `/${bucket}?cors`],
  ['PUT', `/${bucket}/k?acl`],
  ['PUT', `/${bucket}/k?retention`],
  ['PUT', `/${bucket}/k?legal-hold`],
  ['DELETE', `/${bucket}/k?versionId=1`],
  ['GET', `/${bucket}/k?attributes`],
  ['GET', `/${bucket}/k?torrent`],
  ['POST', `/${bucket}/k?restore`],
  ['POST', `/${bucket}/k?select&select-type=2`],
  ['PUT', `/${bucket}/k?renameObject`],
])('%s %s is not built, says so, and touches nothing', async (method, address) => {
  const { s3, aws } = await aBucket();
  await putText(s3, 'k', 'pixels');
  const { status, text } = await raw(aws, method, address, { body: '<Any/>' });

  expect(status).toBe(501);
  expect(text).toContain('<Code>NotImplemented</Code>');
  expect(await readText(s3, 'k')).toBe('pixels');
});

test.each([
  ['x-amz-server-side-encryption-customer-algorithm', 'AES256'],
  ['x-amz-server-side-encryption', 'aws:kms'],
  ['x-amz-object-lock-mode', 'GOVERNANCE'],
  ['x-amz-storage-class', 'GLACIER'],
  ['x-amz-acl', 'public-read'],
  ['x-amz-grant-read', 'id=1'],
  ['x-amz-website-redirect-location', '/other'],
  ['x-amz-write-offset-bytes', '6'],
  ['x-amz-checksum-xxhash64', 'AAAAAAAAAAA='],
  ['if-modified-since', 'Mon, 05 Jan 2026 09:00:00 GMT'],
])('a PUT with %s: %s is refused', async (name, value) => {
  const { s3, aws } = await aBucket();
  await putText(s3, 'k', 'pixels');
  const { status, text } = await raw(aws, 'PUT', `/${bucket}/k`, {
    headers: { [name]: value },
    body: 'other',
  });

  expect(status).toBe(501);
  expect(text).toContain(`<Header>${name}</Header>`);
  expect(await readText(s3, 'k')).toBe('pixels');
});

test('parameters that change nothing are accepted', async () => {
  const { aws } = await aBucket();
  const { status } = await raw(aws, 'PUT', `/${bucket}/k?x-id=PutObject`, {
    headers: {
      'x-amz-acl': 'private',
      'x-amz-storage-class': 'STANDARD',
      'x-amz-server-side-encryption': 'AES256',
      'x-amz-expected-bucket-owner': '000000000000',
    },
  });

  expect(status).toBe(200);
});

test('an error names its code, its resource and its request', async () => {
  const { aws } = await aBucket();
  const { headers, text } = await raw(aws, 'GET', `/${bucket}/a%20%26%20b`);
  const id = headers['x-amz-request-id'];

  expect(headers['content-type']).toBe('application/xml');
  expect(text).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>NoSuchKey</Code>' +
      '<Message>The specified key does not exist.</Message><Key>a &amp; b</Key>' +
      `<Resource>/${bucket}/a%20%26%20b</Resource><RequestId>${id}</RequestId>` +
      `<HostId>${headers['x-amz-id-2']}</HostId></Error>`,
  );
});

test('a HEAD is refused without a body', async () => {
  const { aws } = await aBucket();

  expect(await raw(aws, 'HEAD', `/${bucket}/missing`)).toMatchObject({ status: 404, text: '' });
});

test.each([
  ['PATCH', `/${bucket}/k`],
  ['PUT', '/'],
  ['POST', `/${bucket}`],
])('%s %s is not one of its methods', async (method, address) => {
  const { aws } = await aBucket();
  const { status, text } = await raw(aws, method, address);

  expect(status).toBe(405);
  expect(text).toContain('<Code>MethodNotAllowed</Code>');
});

test('an address that is no text is refused', async () => {
  const { aws } = await aBucket();
  for (const address of [`/${bucket}/%zz`, `/${bucket}/%ff`, `/${bucket}?prefix=%zz`]) {
    const { status, text } = await raw(aws, 'GET', address);
    expect({ status, isUri: text.includes('InvalidURI') }).toEqual({ status: 400, isUri: true });
  }
});

test("another owner's bucket is out of reach", async () => {
  const { aws } = await aBucket();
  const { status } = await raw(aws, 'GET', `/${bucket}`, {
    headers: { 'x-amz-expected-bucket-owner': '111122223333' },
  });

  expect(status).toBe(403);
});

test('a fault rule answers in S3’s words', async () => {
  const { aws, s3 } = await aBucket();
  aws.world.faults.set([{ id: 'slow down', kind: 'throttle', operation: 'PutObject', times: 1 }]);
  await expect(putText(s3, 'k', '')).rejects.toMatchObject({ name: 'SlowDown' });

  aws.world.faults.set([{ id: 'broken', kind: 'server-error', service: 's3', times: 1 }]);
  const { status, text } = await raw(aws, 'GET', `/${bucket}`);
  expect(status).toBe(500);
  expect(text).toContain('<Code>InternalError</Code>');
});

test('no request, however odd, is a defect', async () => {
  const { aws } = aPocketAws();
  for (const method of ['GET', 'PUT', 'POST', 'DELETE', 'HEAD']) {
    for (const path of ['', '/', '//', '///', `/${bucket}`, `/${bucket}//`, '/__proto__/constructor']) {
      for (const query of ['', '=', '&', 'delete', 'uploads', 'uploadId=', 'uploadId=x&partNumber=1']) {
        const { status, text } = await raw(aws, method, `${path}?${query}`, { body: '<Delete>' });
        expect({ method, path, query, text, isFine: status < 500 || status === 501 }).toMatchObject({
          isFine: true,
        });
      }
    }
  }
});
