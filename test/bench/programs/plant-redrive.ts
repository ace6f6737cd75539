import { overHttp } from './redrive-over-http.ts';
import { createLane, plantDeadLetters } from './redrive-run.ts';

/** Plants in a separate process, so that the measuring process starts as fresh as a console does. */
const [address = '', messages = '0', rounds = '0'] = process.argv.slice(2);
for (let round = 0; round < Number(rounds); round += 1) {
  await plantDeadLetters(overHttp(address).sqs, createLane(round), Number(messages));
}
process.stdout.write('null');
