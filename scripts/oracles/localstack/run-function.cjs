// Runs one function as Lambda's runtime does: a line of JSON is a call, a line of JSON is its answer. The SDK is a part
// of that runtime and no part of a bundle, so NODE_PATH leads to it.
const { createInterface } = require('node:readline');
const { join } = require('node:path');

const [folder, handlerName] = process.argv.slice(2);
const [file, exported] = handlerName.split('.');
const answer = process.stdout.write.bind(process.stdout);
let log = [];
for (const level of ['log', 'info', 'warn', 'error', 'debug']) {
  console[level] = (...said) => log.push(said.map(String).join(' '));
}

createInterface({ input: process.stdin }).on('line', async (line) => {
  const call = JSON.parse(line);
  const ends = Date.now() + call.milliseconds;
  const context = {
    awsRequestId: call['invoke-id'],
    invokedFunctionArn: call['invoked-function-arn'],
    getRemainingTimeInMillis: () => ends - Date.now(),
  };
  log = [];
  let body;
  let isError = false;
  try {
    const handler = require(join(folder, file))[exported];
    body = (await handler(JSON.parse(call.payload), context)) ?? null;
  } catch (error) {
    isError = true;
    body = { errorType: error?.name ?? 'Error', errorMessage: error?.message ?? String(error) };
    log.push(error?.stack ?? String(error));
  }
  answer(`${JSON.stringify({ body: JSON.stringify(body), isError, log: log.join('\n') })}\n`);
});
