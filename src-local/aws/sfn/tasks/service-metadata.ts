/** What AWS's own integrations tell of the call beside its result, as members of a JSON object. */
export function serviceMetadata(requestId: string, length: number): string {
  const headers = { 'x-amzn-RequestId': requestId, 'Content-Length': String(length), 'Content-Type': type };
  const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
  const http = { AllHttpHeaders: lists, HttpHeaders: headers, HttpStatusCode: 200 };
  const response = { RequestId: requestId };
  return `"SdkHttpMetadata":${JSON.stringify(http)},"SdkResponseMetadata":${JSON.stringify(response)}`;
}

const type = 'application/x-amz-json-1.0';
