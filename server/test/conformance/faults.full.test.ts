import { coreFaults } from './suite/suite.ts';
import { describePlatforms } from './suite/describe-platforms.ts';

await describePlatforms((fault) => !coreFaults.includes(fault));
