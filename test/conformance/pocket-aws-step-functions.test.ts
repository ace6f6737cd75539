import { againstPocketAws } from './against-pocket-aws.ts';

// Apart, for every definition costs the second opinion of a validator: the two run at the same time.
againstPocketAws(['sfn']);
