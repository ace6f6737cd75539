import { againstPocketAws } from './against-pocket-aws.ts';

// Step Functions has a separate file, because a validator checks every definition as well. The two files run
// at the same time.
againstPocketAws(['sfn']);
