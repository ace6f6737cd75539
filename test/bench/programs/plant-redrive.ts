import { overHttp } from './redrive-over-http.ts';
import { laneOf, plantDeadLetters } from './redrive-run.ts';

/** In a process of its own, so that who measures begins as a console does that has done nothing yet. */
const [address = '', messages = '0', rounds = '0'] = process.argv.slice(2);
for (let round = 0; round < Number(rounds); round += 1) {
  await plantDeadLetters(overHttp(address).sqs, laneOf(round), Number(messages));
}
process.stdout.write('null');
